/// How many seats are chosen and what they cost together.
public struct SelectionTotals: Sendable, Equatable {
    public internal(set) var count = 0
    /// One total per currency, in the order in which the currencies first appear. Locked seats cost what was frozen
    /// when they were locked, the others the base price of their zone now.
    public internal(set) var amounts: [Money] = []
    /// Chosen seats without a price: their zone has none, or the show's prices were not heard yet.
    public internal(set) var unpriced = 0

    public init() {}

    /// A sum beyond 64 bits stays at the end of the range.
    mutating func add(_ price: Money?) {
        count += 1
        guard let price else {
            unpriced += 1
            return
        }
        if let place = amounts.firstIndex(where: { $0.currencyCode == price.currencyCode }) {
            let (sum, overflow) = amounts[place].amountMinor.addingReportingOverflow(price.amountMinor)
            amounts[place].amountMinor = overflow ? (price.amountMinor < 0 ? .min : .max) : sum
        } else {
            amounts.append(price)
        }
    }
}

/// An amount of money in one currency.
public struct Money: Sendable, Equatable {
    /// Three capital letters of ISO 4217.
    public var currencyCode: String
    /// In the currency's minor unit (cents).
    public var amountMinor: Int64

    public init(currencyCode: String, amountMinor: Int64) {
        self.currencyCode = currencyCode
        self.amountMinor = amountMinor
    }
}

/// The price of one locked seat, frozen when it was locked.
public struct SeatAmount: Sendable, Equatable {
    public var currencyCode: String
    public var amountMinor: Int64

    public init(currencyCode: String, amountMinor: Int64) {
        self.currencyCode = currencyCode
        self.amountMinor = amountMinor
    }
}

/// The price of a seat of a zone.
public struct ZonePrice: Sendable, Equatable {
    public var zoneID: String
    /// "" is the base price; others are stored and returned.
    public var ticketType: String
    /// Three capital letters of ISO 4217.
    public var currencyCode: String
    /// In the currency's minor unit (cents); 0 or more.
    public var amountMinor: Int64

    public init(zoneID: String, ticketType: String = "", currencyCode: String, amountMinor: Int64) {
        self.zoneID = zoneID
        self.ticketType = ticketType
        self.currencyCode = currencyCode
        self.amountMinor = amountMinor
    }
}

import CUsherProto
public import UsherCore

/// What one seat of a lock or sale costs.
public struct SeatMoney: WireMessage {
    public static let messageName = "usher.v1.SeatAmount"

    /// Code.
    public var seat: String
    public var zoneID: String
    /// ISO 4217.
    public var currencyCode: String
    /// In the currency's minor unit.
    public var amountMinor: Int64

    public init(seat: String = "", zoneID: String = "", currencyCode: String = "", amountMinor: Int64 = 0) {
        self.seat = seat
        self.zoneID = zoneID
        self.currencyCode = currencyCode
        self.amountMinor = amountMinor
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SeatMoney: MessageMapping {
    typealias C = Usher__V1__SeatAmount
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__seat_amount__init }
    static var unpack: Unpack { usher__v1__seat_amount__unpack }

    init(_ c: C, _ r: inout Reading) {
        seat = r.text(c.seat, "seat")
        zoneID = r.text(c.zone_id, "zone_id")
        currencyCode = r.text(c.currency_code, "currency_code")
        amountMinor = c.amount_minor
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.seat = w.text(seat)
        c.zone_id = w.text(zoneID)
        c.currency_code = w.text(currencyCode)
        c.amount_minor = amountMinor
    }
}

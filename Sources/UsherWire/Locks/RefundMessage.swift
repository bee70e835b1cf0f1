import CUsherProto
public import UsherCore

/// Seats of a sale that were given back together.
public struct RefundMessage: WireMessage {
    public static let messageName = "usher.v1.Refund"

    /// Codes.
    public var seats: [String]
    /// One total per currency.
    public var amounts: [AmountMessage]
    public var refundedAt: Timestamp

    public init(seats: [String] = [], amounts: [AmountMessage] = [], refundedAt: Timestamp = Timestamp(nanoseconds: 0))
    {
        self.seats = seats
        self.amounts = amounts
        self.refundedAt = refundedAt
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension RefundMessage: MessageMapping {
    typealias C = Usher__V1__Refund
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__refund__init }
    static var unpack: Unpack { usher__v1__refund__unpack }

    init(_ c: C, _ r: inout Reading) {
        seats = r.texts(c.n_seats, c.seats, "seats")
        amounts = r.list(c.n_amounts, c.amounts, "amounts")
        refundedAt = r.time(c.refunded_at, "refunded_at") ?? Timestamp(nanoseconds: 0)
    }

    func fill(_ c: inout C, _ w: Writing) {
        w.texts(seats, &c.n_seats, &c.seats)
        w.list(amounts, &c.n_amounts, &c.amounts)
        c.refunded_at = w.time(refundedAt)
    }
}

import CUsherProto
public import UsherCore

/// A sale as replies give it: seats by code, amounts added up.
public struct SaleMessage: WireMessage {
    public static let messageName = "usher.v1.Sale"

    public var saleID: String
    public var lockID: String
    public var showID: String
    public var holder: String
    /// The partner's own order number.
    public var orderRef: String
    /// Codes of those still sold, in the lock's order.
    public var seats: [String]
    /// Of the seats still sold.
    public var amounts: [AmountMessage]
    /// Of the seats still sold.
    public var seatAmounts: [SeatMoney]
    public var soldAt: Timestamp
    /// The show's position after the sale's last change of seats.
    public var seq: UInt64
    /// Confirmed after its lock was over.
    public var late: Bool
    public var refunds: [RefundMessage]

    public init(
        saleID: String = "", lockID: String = "", showID: String = "", holder: String = "", orderRef: String = "",
        seats: [String] = [], amounts: [AmountMessage] = [], seatAmounts: [SeatMoney] = [],
        soldAt: Timestamp = Timestamp(nanoseconds: 0), seq: UInt64 = 0, late: Bool = false,
        refunds: [RefundMessage] = []
    ) {
        self.saleID = saleID
        self.lockID = lockID
        self.showID = showID
        self.holder = holder
        self.orderRef = orderRef
        self.seats = seats
        self.amounts = amounts
        self.seatAmounts = seatAmounts
        self.soldAt = soldAt
        self.seq = seq
        self.late = late
        self.refunds = refunds
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension SaleMessage: MessageMapping {
    typealias C = Usher__V1__Sale
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__sale__init }
    static var unpack: Unpack { usher__v1__sale__unpack }

    init(_ c: C, _ r: inout Reading) {
        saleID = r.text(c.sale_id, "sale_id")
        lockID = r.text(c.lock_id, "lock_id")
        showID = r.text(c.show_id, "show_id")
        holder = r.text(c.holder, "holder")
        orderRef = r.text(c.order_ref, "order_ref")
        seats = r.texts(c.n_seats, c.seats, "seats")
        amounts = r.list(c.n_amounts, c.amounts, "amounts")
        seatAmounts = r.list(c.n_seat_amounts, c.seat_amounts, "seat_amounts")
        soldAt = r.time(c.sold_at, "sold_at") ?? Timestamp(nanoseconds: 0)
        seq = c.seq
        late = c.late != 0
        refunds = r.list(c.n_refunds, c.refunds, "refunds")
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.sale_id = w.text(saleID)
        c.lock_id = w.text(lockID)
        c.show_id = w.text(showID)
        c.holder = w.text(holder)
        c.order_ref = w.text(orderRef)
        w.texts(seats, &c.n_seats, &c.seats)
        w.list(amounts, &c.n_amounts, &c.amounts)
        w.list(seatAmounts, &c.n_seat_amounts, &c.seat_amounts)
        c.sold_at = w.time(soldAt)
        c.seq = seq
        c.late = late ? 1 : 0
        w.list(refunds, &c.n_refunds, &c.refunds)
    }
}

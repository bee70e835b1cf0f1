import CUsherProto
public import UsherCore

/// A lock as replies give it: seats by code, amounts added up.
public struct LockMessage: WireMessage {
    public static let messageName = "usher.v1.Lock"

    public var lockID: String
    /// Secret.
    public var token: String
    public var showID: String
    public var holder: String
    /// Codes, in the order asked for.
    public var seats: [String]
    /// nil: one that this version does not know.
    public var state: LockState?
    /// One total per currency.
    public var amounts: [AmountMessage]
    /// One a seat that has a price.
    public var seatAmounts: [SeatMoney]
    public var expiresAt: Timestamp
    public var serverTime: Timestamp
    /// The show's position after the lock's last change of seats.
    public var seq: UInt64

    public init(
        lockID: String = "", token: String = "", showID: String = "", holder: String = "", seats: [String] = [],
        state: LockState? = nil, amounts: [AmountMessage] = [], seatAmounts: [SeatMoney] = [],
        expiresAt: Timestamp = Timestamp(nanoseconds: 0), serverTime: Timestamp = Timestamp(nanoseconds: 0),
        seq: UInt64 = 0
    ) {
        self.lockID = lockID
        self.token = token
        self.showID = showID
        self.holder = holder
        self.seats = seats
        self.state = state
        self.amounts = amounts
        self.seatAmounts = seatAmounts
        self.expiresAt = expiresAt
        self.serverTime = serverTime
        self.seq = seq
    }

    public init(decoding bytes: [UInt8], faults: inout [FieldFault]) throws(WireError) {
        self = try Codec.decode(bytes, &faults)
    }

    public func encoded() -> [UInt8] { Codec.encode(self) }
}

extension LockMessage: MessageMapping {
    typealias C = Usher__V1__Lock
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { usher__v1__lock__init }
    static var unpack: Unpack { usher__v1__lock__unpack }

    init(_ c: C, _ r: inout Reading) {
        lockID = r.text(c.lock_id, "lock_id")
        token = r.text(c.token, "token")
        showID = r.text(c.show_id, "show_id")
        holder = r.text(c.holder, "holder")
        seats = r.texts(c.n_seats, c.seats, "seats")
        state = LockState(wire: c.state)
        amounts = r.list(c.n_amounts, c.amounts, "amounts")
        seatAmounts = r.list(c.n_seat_amounts, c.seat_amounts, "seat_amounts")
        expiresAt = r.time(c.expires_at, "expires_at") ?? Timestamp(nanoseconds: 0)
        serverTime = r.time(c.server_time, "server_time") ?? Timestamp(nanoseconds: 0)
        seq = c.seq
    }

    func fill(_ c: inout C, _ w: Writing) {
        c.lock_id = w.text(lockID)
        c.token = w.text(token)
        c.show_id = w.text(showID)
        c.holder = w.text(holder)
        w.texts(seats, &c.n_seats, &c.seats)
        c.state = Usher__V1__LockState(rawValue: UInt32(state?.rawValue ?? 0))
        w.list(amounts, &c.n_amounts, &c.amounts)
        w.list(seatAmounts, &c.n_seat_amounts, &c.seat_amounts)
        c.expires_at = w.time(expiresAt)
        c.server_time = w.time(serverTime)
        c.seq = seq
    }
}

/// Seats of one show held for one holder until a deadline, all or nothing.
public struct Lock: Sendable, Equatable {
    /// Its name in its show: the log index of the event that made it.
    public var number: UInt64
    public var secret: TokenSecret
    public var holder: String
    /// In the order asked for.
    public var seats: [HeldSeat]
    public var state: LockState
    public var startedAt: Timestamp
    public var expiresAt: Timestamp
    /// When it was confirmed, released or expired.
    public var closedAt: Timestamp?
    /// The seq of the last commit that touched its seats.
    public var seq: UInt64
    /// The sale that it became.
    public var saleNumber: UInt64?

    public init(
        number: UInt64, secret: TokenSecret, holder: String, seats: [HeldSeat], state: LockState = .held,
        startedAt: Timestamp, expiresAt: Timestamp, closedAt: Timestamp? = nil, seq: UInt64,
        saleNumber: UInt64? = nil
    ) {
        self.number = number
        self.secret = secret
        self.holder = holder
        self.seats = seats
        self.state = state
        self.startedAt = startedAt
        self.expiresAt = expiresAt
        self.closedAt = closedAt
        self.seq = seq
        self.saleNumber = saleNumber
    }
}

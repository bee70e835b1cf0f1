/// Seats of one show held for one holder until a deadline, as the gateway's replies tell it.
public struct SeatLock: Sendable, Equatable {
    public var lockID: String
    /// Secret: whoever has it may change, pay and release the lock.
    public var token: String
    public var showID: String
    public var holder: String
    /// Seat codes.
    public var seats: [String]
    /// nil: a state that this version does not know.
    public var state: LockState?
    /// One total per currency; empty where the show has no prices.
    public var amounts: [Money]
    /// One a priced seat.
    public var seatPrices: [SeatPrice]
    /// By the gateway's clock: compare with `serverTime`, not with the device's clock.
    public var expiresAt: Timestamp
    /// The gateway's clock when it answered.
    public var serverTime: Timestamp
    /// The show's position after the last commit that touched these seats.
    public var seq: UInt64

    public init(
        lockID: String, token: String, showID: String, holder: String, seats: [String], state: LockState?,
        amounts: [Money] = [], seatPrices: [SeatPrice] = [], expiresAt: Timestamp, serverTime: Timestamp, seq: UInt64
    ) {
        self.lockID = lockID
        self.token = token
        self.showID = showID
        self.holder = holder
        self.seats = seats
        self.state = state
        self.amounts = amounts
        self.seatPrices = seatPrices
        self.expiresAt = expiresAt
        self.serverTime = serverTime
        self.seq = seq
    }
}

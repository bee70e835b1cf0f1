/// Seats sold under one order.
public struct Sale: Sendable, Equatable {
    /// Its name in its show: the log index of the event that made it.
    public var number: UInt64
    public var lockNumber: UInt64
    public var holder: String
    public var orderRef: String
    /// Those still sold, in the lock's order.
    public var seats: [HeldSeat]
    public var soldAt: Timestamp
    /// The seq of the last commit that touched its seats.
    public var seq: UInt64
    /// Confirmed after its lock was over.
    public var late: Bool
    public var refunds: [Refund]

    public init(
        number: UInt64, lockNumber: UInt64, holder: String, orderRef: String, seats: [HeldSeat], soldAt: Timestamp,
        seq: UInt64, late: Bool, refunds: [Refund] = []
    ) {
        self.number = number
        self.lockNumber = lockNumber
        self.holder = holder
        self.orderRef = orderRef
        self.seats = seats
        self.soldAt = soldAt
        self.seq = seq
        self.late = late
        self.refunds = refunds
    }
}

/// Seats of a sale that were given back together.
public struct Refund: Sendable, Equatable {
    public var seats: [HeldSeat]
    public var refundedAt: Timestamp

    public init(seats: [HeldSeat], refundedAt: Timestamp) {
        self.seats = seats
        self.refundedAt = refundedAt
    }
}

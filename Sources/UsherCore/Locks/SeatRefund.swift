/// Seats of a sale that were given back together.
public struct SeatRefund: Sendable, Equatable {
    /// Seat codes.
    public var seats: [String]
    public var amounts: [Money]
    public var refundedAt: Timestamp

    public init(seats: [String], amounts: [Money], refundedAt: Timestamp) {
        self.seats = seats
        self.amounts = amounts
        self.refundedAt = refundedAt
    }
}

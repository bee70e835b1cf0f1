/// What one seat of a lock or a sale costs, frozen when it was locked.
public struct SeatPrice: Sendable, Equatable {
    /// Seat code.
    public var seat: String
    public var zoneID: String
    public var amount: Money

    public init(seat: String, zoneID: String, amount: Money) {
        self.seat = seat
        self.zoneID = zoneID
        self.amount = amount
    }
}

/// A seat of a lock or a sale with its frozen price.
public struct HeldSeat: Sendable, Equatable {
    /// Index in the hall revision.
    public var seat: Int32
    /// nil where the show has no prices.
    public var amount: SeatAmount?

    public init(seat: Int32, amount: SeatAmount?) {
        self.seat = seat
        self.amount = amount
    }
}

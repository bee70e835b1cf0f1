/// A sold or locked seat of a running show that a new hall revision would not have.
public struct HallLoss: Sendable, Equatable {
    public var showID: String
    /// Seat code.
    public var seat: String
    public var state: SeatState

    public init(showID: String, seat: String, state: SeatState) {
        self.showID = showID
        self.seat = seat
        self.state = state
    }
}

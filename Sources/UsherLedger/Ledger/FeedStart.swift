public import UsherCore

/// Where a follower of a show begins: everything committed so far.
public struct FeedStart: Sendable {
    public var show: Show
    public var hall: HallRevision
    public var history: SeatHistory

    public init(show: Show, hall: HallRevision, history: SeatHistory) {
        self.show = show
        self.hall = hall
        self.history = history
    }
}

/// What one record changed, for those who publish and store it.
public struct Applied: Sendable, Equatable {
    /// Empty if the seq was not raised.
    public var changes: [SeatChange] = []
    /// A sale that was made or changed, as it is now; nil also where the sale is not in memory (replay of a refund).
    public var sale: Sale?
    /// A lock that was closed, as it is now; nil where it is not in memory.
    public var closedLock: Lock?
    /// The show, if its own fields changed.
    public var show: Show?

    public init() {}
}

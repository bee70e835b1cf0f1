public import UsherCore

/// What one disk commit did to one followed show.
public struct ShowCommit: Sendable {
    /// All its seat changes in one delta; nil if none.
    public var delta: SeatDelta?
    /// The show, if its own fields changed.
    public var show: Show?

    public init(delta: SeatDelta?, show: Show?) {
        self.delta = delta
        self.show = show
    }
}

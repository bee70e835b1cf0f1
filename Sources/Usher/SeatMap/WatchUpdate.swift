public import UsherCore

/// What a watched map tells, in order. Nothing is told twice.
public enum WatchUpdate: Sendable, Equatable {
    /// The map as a whole: the first time, and when another hall revision or another history replaces it. `states` has
    /// one wire byte a seat in index order; an unknown byte means not available.
    case map(states: [UInt8], position: Position, hallID: String, hallRevision: UInt64)
    /// Seats that differ from what was told before; `position` is where the map stands now.
    case changes([SeatChange], position: Position)
    /// The show's own fields changed.
    case show(Show)
    /// The stream's state changed.
    case connection(WatchConnection)
}

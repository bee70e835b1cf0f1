import UsherCore

/// When a living map is kept: at once the first time, then at most every five seconds, and when it is left. It needs no
/// timer of its own: whoever hears events asks it after each, and a stream's heartbeat comes soon enough for what the
/// last change left over.
struct KeepingPlan: Sendable, Equatable {
    /// What tells one state of a map from another: the position names the seats' states.
    struct Stand: Sendable, Equatable {
        var position: Position
        var showVersion: UInt64?
        var hall: LoadedHall.Key
    }

    private var keptAt: Int64?
    private var kept: Stand?

    /// The map is kept as it is: it came from there, or was removed for good.
    mutating func isKept(_ stand: Stand?) {
        kept = stand
    }

    /// True if the map is to be kept now; it counts as kept then. `now` is nanoseconds of a clock that never steps.
    mutating func isDue(_ stand: Stand?, _ now: Int64) -> Bool {
        guard let stand, stand != kept else { return false }
        if let keptAt, now - keptAt < Limits.keepingInterval.nanoseconds { return false }
        kept = stand
        keptAt = now
        return true
    }

    /// The map is left: true if it is not kept as it is, however short ago the last time was.
    mutating func isLeft(_ stand: Stand?, _ now: Int64) -> Bool {
        keptAt = nil
        return isDue(stand, now)
    }
}

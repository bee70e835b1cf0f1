internal import UsherCore

/// Where a watcher begins and how it wants to be kept.
struct WatchStart {
    var position: Position
    /// The show's version that the reader knows; 0 does not care.
    var showVersion: UInt64
    /// Nanoseconds of silence after which a heartbeat is sent.
    var heartbeat: Int64
}

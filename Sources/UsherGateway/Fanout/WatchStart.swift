package import UsherCore

/// Where a watcher begins and how it wants to be kept.
package struct WatchStart: Sendable {
    package var position: Position
    /// The show's version that the reader knows; 0 does not care.
    package var showVersion: UInt64
    /// Nanoseconds of silence after which a heartbeat is sent.
    package var heartbeat: Int64

    package init(position: Position, showVersion: UInt64, heartbeat: Int64) {
        self.position = position
        self.showVersion = showVersion
        self.heartbeat = heartbeat
    }
}

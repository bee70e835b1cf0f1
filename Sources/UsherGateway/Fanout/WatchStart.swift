package import UsherCore

/// Where a watcher begins and how it wants to be kept.
package struct WatchStart: Sendable {
    package var position: Position
    /// The version of the side value that the reader knows (a show's own fields); 0 does not care.
    package var sideVersion: UInt64
    /// Nanoseconds of silence after which a heartbeat is sent.
    package var heartbeat: Int64
    package var detail: WatchDetail

    package init(
        position: Position, sideVersion: UInt64 = 0, heartbeat: Int64, detail: WatchDetail = .events
    ) {
        self.position = position
        self.sideVersion = sideVersion
        self.heartbeat = heartbeat
        self.detail = detail
    }
}

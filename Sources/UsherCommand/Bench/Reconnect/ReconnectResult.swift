/// What one cut cost a map.
struct ReconnectResult: Sendable {
    var test: ReconnectCase
    /// Changes that were made meanwhile.
    var missed = 0
    /// From the end of the cut to the beginning of what could succeed: `networkChanged()`, or the connection that did.
    var waitedMilliseconds = 0.0
    /// From then until the map was right again; nil if it never was.
    var rightMilliseconds: Double?
    /// Whole maps that came after the cut.
    var snapshots = 0
    /// Bytes of the connections from the end of the cut until the map was right.
    var bytesUp = 0
    var bytesDown = 0
    /// Connections that the client made from the beginning of the cut on.
    var connections = 0
    /// How the map was wrong.
    var fault: String?

    var record: BenchRecord {
        var record = BenchRecord("reconnect")
        record.set("kind", test.kind.rawValue)
        record.set("cut_seconds", test.seconds)
        record.set("told", test.isTold)
        record.set("missed", missed)
        record.set("waited_ms", waitedMilliseconds)
        record.set("right_ms", rightMilliseconds)
        record.set("snapshots", snapshots)
        record.set("bytes_up", bytesUp)
        record.set("bytes_down", bytesDown)
        record.set("connections", connections)
        if let fault { record.set("fault", fault) }
        return record
    }
}

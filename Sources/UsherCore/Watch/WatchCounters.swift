/// What a followed map has been through, since it was first used.
public struct WatchCounters: Sendable, Equatable {
    /// Streams opened.
    public var streams = 0
    /// Polls sent.
    public var polls = 0
    /// Streams and polls that failed, drains and repairs not counted.
    public var failures = 0
    /// Events and poll answers that arrived, with those that were dropped.
    public var events = 0
    /// Their bytes, as protobuf messages without frames.
    public var bytes = 0
    /// Old or repeated events, and events of streams that were left: none of them touched the map.
    public var droppedEvents = 0
    /// Times that something was missing and the map became right again by itself.
    public var repairedGaps = 0
    /// Times that the gateway's history was another: it had lost some.
    public var epochChanges = 0
    /// Snapshots taken; the first map is one.
    public var snapshots = 0

    public init() {}

    /// Streams opened after the first.
    public var reconnects: Int { max(0, streams - 1) }
}

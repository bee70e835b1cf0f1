public import UsherCore

/// What a map has been through: for logs, support and `usher watch --debug`. Shared by all handles of the show.
public struct MapDiagnostics: Sendable, Equatable {
    public var connection: MapConnection
    /// Where the map stands in its show's history.
    public var position: Position
    /// How long ago the last event or poll's answer came; nil before the first.
    public var silence: TimeSpan?
    public var isStale: Bool
    /// Streams, polls, bytes, dropped and repaired events.
    public var counters: WatchCounters
    /// What to add to the client's clock to get the gateway's; nil before the gateway told the time.
    public var skew: TimeSpan?

    public init(
        connection: MapConnection, position: Position, silence: TimeSpan?, isStale: Bool, counters: WatchCounters,
        skew: TimeSpan?
    ) {
        self.connection = connection
        self.position = position
        self.silence = silence
        self.isStale = isStale
        self.counters = counters
        self.skew = skew
    }
}

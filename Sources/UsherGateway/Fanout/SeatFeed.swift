package import UsherCore
package import UsherLedger
package import UsherRPC

/// Serves seat maps: the feed of shows.
package final class SeatFeed: Sendable {
    private let feed: TopicFeed<SeatTopic>

    package init(ledger: any FeedSource, fanout: GatewayFanout) {
        feed = TopicFeed(ledger, fanout.seats)
    }

    /// One event for a reader at `position`: a delta, a heartbeat or a snapshot, without its prefix.
    package func read(_ show: ShowRef, from position: Position, on loop: any EventLoop) async throws(RPCError)
        -> [UInt8]
    {
        try await feed.read(show, from: position, on: loop)
    }

    /// The same if the show is followed already; else nil, and `read` follows it.
    package func readAtOnce(_ show: ShowRef, from position: Position, on loop: any EventLoop) -> [UInt8]? {
        feed.readAtOnce(show, from: position, on: loop)
    }

    /// Attaches `channel` to the show: the first event at once, then everything as it happens. Loop only.
    package func watch(_ show: ShowRef, from start: WatchStart, to channel: any FeedChannel) async throws(RPCError) {
        try await feed.watch(show, from: start, to: channel)
    }

    /// Every watcher gets a `drain` event, and its stream ends with UNAVAILABLE soon after. New watchers are refused.
    package func drain(reconnectAfter: TimeSpan, reason: String) {
        feed.drain(reconnectAfter: reconnectAfter, reason: reason)
    }
}

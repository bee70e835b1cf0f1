package import UsherCore
package import UsherLedger
package import UsherRPC

/// Serves seat maps: the feed of shows.
package final class SeatFeed: Sendable {
    private let feed: TopicFeed<SeatTopic>
    private let ledger: any FeedSource

    package init(ledger: any FeedSource, fanout: GatewayFanout) {
        self.ledger = ledger
        feed = TopicFeed(ledger, fanout.seats)
    }

    /// One event for a reader at `position`: a delta, a heartbeat or a snapshot, without its prefix.
    package func read(_ show: ShowRef, from position: Position, on loop: any EventLoop) async throws(RPCError)
        -> [UInt8]
    {
        try await feed.read(show, from: position, on: loop)
    }

    /// The committed map as it is now.
    func seating(_ show: ShowRef, on loop: any EventLoop) async throws(RPCError) -> Seating {
        let ledger = ledger
        return try await feed.look(show, on: loop) { $0.seating(now: ledger.now) }
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

public import UsherCore

/// One stream of a show's events as the gateway sends them, unknown ones included. Each iteration opens a stream of
/// its own; it ends with the stream, or with the task. A stream that falls silent while somebody waits throws UNAVAILABLE
/// after two heartbeats and some slack.
public struct SeatEventStream: AsyncSequence, Sendable {
    public typealias Element = SeatEvent
    public typealias Failure = UsherError

    let client: UsherClient
    let showID: String
    let position: Position

    public struct Iterator: AsyncIteratorProtocol {
        let events: WatchedEvents<SeatEvent>

        public mutating func next() async throws(UsherError) -> SeatEvent? {
            try await events.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> SeatEvent? {
            try await events.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let stream = EventStream<SeatEvent>(client: client, showID: showID, position: position, showVersion: 0)
        return Iterator(events: WatchedEvents(stream, client: client))
    }
}

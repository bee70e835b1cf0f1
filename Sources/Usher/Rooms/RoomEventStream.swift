public import UsherCore

/// One stream of a room's events as the gateway sends them, unknown ones included. Each iteration opens a stream of
/// its own; it ends with the stream, or with the task. A stream that falls silent while somebody waits throws UNAVAILABLE
/// after two heartbeats and some slack.
///
/// With a token the open stream is its device's sign of life.
public struct RoomEventStream: AsyncSequence, Sendable {
    public typealias Element = RoomEvent
    public typealias Failure = UsherError

    let client: UsherClient
    let roomID: String
    let token: String
    let position: Position
    let detail: RoomDetail

    public struct Iterator: AsyncIteratorProtocol {
        let events: WatchedEvents<RoomEvent>

        public mutating func next() async throws(UsherError) -> RoomEvent? {
            try await events.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> RoomEvent? {
            try await events.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let stream = EventStream<RoomEvent>(
            client: client, roomID: roomID, token: token, position: position, detail: detail)
        return Iterator(events: WatchedEvents(stream, client: client))
    }
}

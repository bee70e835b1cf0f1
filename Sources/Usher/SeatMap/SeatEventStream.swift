public import UsherCore

/// One stream of a show's events as the gateway sends them, unknown ones included. Each iteration opens a stream of
/// its own; it ends with the stream, or with the task.
public struct SeatEventStream: AsyncSequence, Sendable {
    public typealias Element = SeatEvent
    public typealias Failure = UsherError

    let client: UsherClient
    let showID: String
    let position: Position

    public struct Iterator: AsyncIteratorProtocol {
        let stream: EventStream

        public mutating func next() async throws(UsherError) -> SeatEvent? {
            try await stream.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> SeatEvent? {
            try await stream.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: EventStream(client: client, showID: showID, position: position, showVersion: 0))
    }
}

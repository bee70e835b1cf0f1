import UsherCore

/// A show's living map as a sequence of what changes, over as many streams as it takes, one at a time.
///
/// It throws only when going on is useless (`SHOW_UNKNOWN`, no permission), and ends when its task is cancelled. A slow
/// consumer is safe: what it does not pull holds the stream's window closed, and the gateway merges what waits.
public struct SeatWatch: AsyncSequence, Sendable {
    public typealias Element = WatchUpdate
    public typealias Failure = UsherError

    let client: UsherClient
    let showID: String
    let known: SeatMapReplica

    public struct Iterator: AsyncIteratorProtocol {
        let engine: WatchEngine

        public mutating func next() async throws(UsherError) -> WatchUpdate? {
            try await engine.next()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> WatchUpdate? {
            try await engine.next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(engine: WatchEngine(client: client, showID: showID, known: known))
    }
}

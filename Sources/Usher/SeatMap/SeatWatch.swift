public import UsherCore

/// A show's living map as a sequence of what changes, over as many streams as it takes, one at a time.
///
/// It ends by an error only when going on is useless (`SHOW_UNKNOWN`, no permission), or when its task is cancelled.
/// A slow consumer is safe: what it does not pull holds the stream's window closed, and the gateway merges what waits.
public struct SeatWatch: AsyncSequence, Sendable {
    public typealias Element = WatchUpdate
    public typealias Failure = UsherError

    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async throws(UsherError) -> WatchUpdate? {
            throw UsherError(.unimplemented, message: "")
        }
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> WatchUpdate? {
            throw UsherError(.unimplemented, message: "")
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator() }
}

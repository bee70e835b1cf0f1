public import UsherCore

/// One stream of a show's events as the gateway sends them, unknown ones included. Iterate once, by one task.
public struct SeatEventStream: AsyncSequence, Sendable {
    public typealias Element = SeatEvent
    public typealias Failure = UsherError

    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async throws(UsherError) -> SeatEvent? {
            throw UsherError(.unimplemented, message: "")
        }
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> SeatEvent? {
            throw UsherError(.unimplemented, message: "")
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator() }
}

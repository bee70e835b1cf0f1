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
        let stream: EventStream
        let watchdog: Watchdog
        let runtime: ClientRuntime

        public mutating func next() async throws(UsherError) -> SeatEvent? {
            watchdog.waitBegins(runtime.now())
            // Also when the stream fails: what it says then is not to be taken for silence.
            defer { watchdog.waitEnds() }
            do throws(UsherError) {
                return try await stream.next()?.event
            } catch {
                guard watchdog.hasBitten else { throw error }
                throw UsherError(.unavailable, message: "nothing was heard from the gateway")
            }
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(UsherError) -> SeatEvent? {
            try await next()
        }
    }

    public func makeAsyncIterator() -> Iterator {
        let stream = EventStream(client: client, showID: showID, position: position, showVersion: 0)
        let patience = WatchSettings(heartbeat: client.heartbeat).patience
        return Iterator(
            stream: stream, watchdog: Watchdog(stream, patience: patience, runtime: client.runtime),
            runtime: client.runtime)
    }
}

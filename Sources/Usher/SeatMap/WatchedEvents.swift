import UsherCore
import UsherWire

/// A stream of events whose silence, while somebody waits, ends it with UNAVAILABLE after two heartbeats and some slack.
struct WatchedEvents<Event: WireMessage>: Sendable {
    private let stream: EventStream<Event>
    private let watchdog: Watchdog
    private let runtime: ClientRuntime

    init(_ stream: EventStream<Event>, client: UsherClient) {
        self.stream = stream
        runtime = client.runtime
        let patience = WatchSettings(heartbeat: client.heartbeat).patience
        watchdog = Watchdog(stream, patience: patience, runtime: client.runtime)
    }

    func next() async throws(UsherError) -> Event? {
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
}

import Synchronization
import UsherCore
import UsherWire

/// Cancels a stream on which nothing came for too long while somebody waited: a connection can be dead without saying
/// so. One task a stream, asleep nearly always.
final class Watchdog: Sendable {
    private struct State {
        /// When the wait for the next event began; nil while nobody waits.
        var waitingSince: Int64?
        var bitten = false
    }

    private let state = Mutex(State())
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Cancels `stream` after `patience` of silence.
    init<Event: WireMessage>(_ stream: EventStream<Event>, patience: TimeSpan, runtime: ClientRuntime) {
        let watching = Task { [weak self] in
            while !Task.isCancelled {
                guard let rest = self?.rest(patience, runtime.now()) else { return stream.cancel() }
                await runtime.sleep(rest)
            }
        }
        task.withLock { $0 = watching }
    }

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// True once it cancelled its stream.
    var hasBitten: Bool { state.withLock { $0.bitten } }

    func waitBegins(_ now: Int64) {
        state.withLock { $0.waitingSince = now }
    }

    func waitEnds() {
        state.withLock { $0.waitingSince = nil }
    }

    /// How long to sleep before looking again; nil when the patience is over.
    private func rest(_ patience: TimeSpan, _ now: Int64) -> TimeSpan? {
        state.withLock { state in
            guard let since = state.waitingSince else { return patience }
            let left = patience.nanoseconds - (now - since)
            if left <= 0 { state.bitten = true }
            return left <= 0 ? nil : TimeSpan(nanoseconds: left)
        }
    }
}

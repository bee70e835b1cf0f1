import Synchronization
import UsherCore
import UsherRPC

/// Somebody who waits for a call of a selection's, or of a device's in a room, to end.
final class CallWaiter<Outcome: Sendable>: Sendable {
    struct End: Sendable {
        var outcome: Outcome
        /// What the gateway said, if it refused.
        var error: UsherError?
    }

    private struct State {
        var end: End?
        var isCancelled = false
        var continuation: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Nobody waits any more.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func ended(_ end: End) {
        let continuation = state.withLock { state in
            state.end = end
            return state.continuation.take()
        }
        continuation?.resume()
    }

    /// Throws CANCELLED if the task is cancelled before the call ended. The call itself goes on.
    func end() async throws(UsherError) -> End {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.end != nil || state.isCancelled { return true }
                    state.continuation = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.isCancelled = true
                return state.continuation.take()
            }
            continuation?.resume()
        }
        guard let end = state.withLock({ $0.end }) else {
            var error = UsherError(.cancelled, message: "the wait was cancelled; the call goes on")
            error.isOutcomeUnknown = true
            throw error
        }
        return end
    }
}

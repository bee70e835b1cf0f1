import Synchronization

/// A value that somebody waits for.
final class Latch<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiters: [CheckedContinuation<Value, Never>] = []
    }
    private let state = Mutex(State())

    func put(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            state.values.append(value)
            return nil
        }
        waiter?.resume(returning: value)
    }

    /// The next value, in the order in which they were put. Who waits longest gets it.
    func take() async -> Value {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Value? in
                if !state.values.isEmpty { return state.values.removeFirst() }
                state.waiters.append(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    var isEmpty: Bool { state.withLock { $0.values.isEmpty } }
}

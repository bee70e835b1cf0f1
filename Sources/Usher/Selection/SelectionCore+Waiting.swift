import Synchronization
import UsherCore
import UsherRPC

/// Those who wait: for calls to end, and for events.
extension SelectionCore {
    /// Begins what is wished, or joins it, or waits for its turn; returns how it ended.
    func perform(_ wish: LockWish) async throws(UsherError) -> CallOutcome {
        while true {
            let (begun, waiter) = change { state, map, now, generator in
                let begun = state.machine.begin(wish, on: map, now: now, using: &generator)
                return (begun, Self.wait(for: begun, &state))
            }
            switch begun {
            case .answered(.refused(let refusal)): throw UsherError(refusal)
            case .answered(let outcome): return outcome
            case .began, .joined: return try await Self.outcome(waiter)
            case .after: _ = try await Self.end(waiter)
            }
        }
    }

    func attach(token: String) async throws(UsherError) {
        let waiter = change { state, map, now, generator in
            let begun = state.machine.attach(token: token, now: now, using: &generator)
            return Self.wait(for: begun, &state)
        }
        _ = try await Self.outcome(waiter)
    }

    private static func wait(for begun: Begun, _ state: inout SelectionState) -> CallWaiter<CallOutcome>? {
        switch begun {
        case .answered: return nil
        case .began(let id), .joined(let id), .after(let id):
            state.waiters[id]?.removeAll(where: \.isCancelled)
            // A crowd that waits for one selection is a mistake of its app.
            guard state.waiters[id, default: []].count < Limits.selectionWaiters else { return nil }
            let waiter = CallWaiter<CallOutcome>()
            state.waiters[id, default: []].append(waiter)
            return waiter
        }
    }

    private static func end(_ waiter: CallWaiter<CallOutcome>?) async throws(UsherError) -> CallWaiter<CallOutcome>.End
    {
        guard let waiter else {
            throw UsherError(
                .resourceExhausted, reason: "BUSY", message: "too many tasks wait for one selection's call")
        }
        return try await waiter.end()
    }

    private static func outcome(_ waiter: CallWaiter<CallOutcome>?) async throws(UsherError) -> CallOutcome {
        let end = try await end(waiter)
        switch end.outcome {
        case .lock, .sold, .released, .lost: return end.outcome
        case .refused(let refusal): throw end.error ?? UsherError(refusal)
        case .failed(let message): throw end.error ?? UsherError(.unavailable, message: message)
        case .unresolved:
            var error = UsherError(.unknown, message: "no answer came for as long as the gateway remembers the request")
            error.isOutcomeUnknown = true
            throw error
        case .superseded: throw UsherError(.cancelled, message: "a release or a confirmation took the call's place")
        case .closed:
            var error = UsherError(.cancelled, reason: "CLOSED", message: "the selection was closed meanwhile")
            error.isOutcomeUnknown = true
            throw error
        }
    }

    // MARK: Events

    func addConsumer() -> Int {
        change { state, _, _, _ in
            let id = state.newID()
            var consumer = SelectionState.Consumer()
            consumer.news.add(.phase(state.machine.phase))
            if !state.machine.seats.isEmpty { consumer.news.add(.selected(state.machine.seats)) }
            if let lock = state.machine.lock { consumer.news.add(.lock(lock)) }
            state.consumers[id] = consumer
            return id
        }
    }

    func removeConsumer(_ id: Int) {
        let waiting = change { state, _, _, _ in state.consumers.removeValue(forKey: id)?.continuation }
        waiting?.resume()
    }

    func next(consumer id: Int) async -> SelectionEvent? {
        while !Task.isCancelled {
            let (event, isOver) = change { state, _, _, _ in
                let event = state.consumers[id]?.news.next()
                return (event, state.machine.isClosed || state.consumers[id] == nil)
            }
            if let event { return event }
            if isOver { return nil }
            await wait(consumer: id)
        }
        return nil
    }

    private func wait(consumer id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = change { state, _, _, _ in
                    guard var consumer = state.consumers[id], !state.machine.isClosed, !Task.isCancelled,
                        consumer.continuation == nil, !consumer.hasNews
                    else { return false }
                    consumer.continuation = continuation
                    state.consumers[id] = consumer
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let waiting = change { state, _, _, _ in state.consumers[id]?.continuation.take() }
            waiting?.resume()
        }
    }
}

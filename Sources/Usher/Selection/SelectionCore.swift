import Synchronization
import UsherCore

/// What a selection does when nobody looks: it runs the machine, sends its calls, keeps its time. It outlives its handle
/// for as long as a lock is to be released.
final class SelectionCore: MapObserver {
    let client: UsherClient
    let map: MapCore
    private let state: Mutex<SelectionState>

    init(client: UsherClient, map: MapCore, holder: String, otherSeats: Int) {
        self.client = client
        self.map = map
        state = Mutex(
            SelectionState(SelectionMachine(showID: map.showID, holder: holder, otherSeats: otherSeats)))
    }

    // MARK: Inputs

    /// Hands the machine something under the lock, with the map as it is at that moment, and does what it wants.
    ///
    /// The map is looked at under this lock, so that the machine never meets an older one after a newer one. The map's own
    /// core calls nobody under its lock.
    @discardableResult
    func change<Value: Sendable>(
        _ body: (inout SelectionState, SelectionMap?, _ now: Int64, inout RuntimeGenerator) -> Value
    ) -> Value {
        let (value, effects, handle) = state.withLock { state in
            let map = map.selectionMap
            var generator = RuntimeGenerator(runtime: client.runtime)
            let value = body(&state, map, client.runtime.now(), &generator)
            var effects = SelectionState.Effects()
            for directive in state.machine.takeDirectives() { perform(directive, &state, &effects) }
            // Of calls that nobody waits for any more, as questions of the machine's own.
            state.errors = [:]
            state.finish(map, &effects)
            arm(&state)
            return (value, effects, state.handle)
        }
        if !effects.changed.isEmpty { handle?.tell(effects.changed) }
        for (waiter, end) in effects.ended { waiter.ended(end) }
        for continuation in effects.woken { continuation.resume() }
        return value
    }

    func read<Value: Sendable>(_ body: (borrowing SelectionState) -> Value) -> Value {
        state.withLock { body($0) }
    }

    func attach(_ handle: SeatSelection) {
        state.withLock { $0.handle = handle }
    }

    func mapChanged(_ update: SeatMapUpdate) {
        change { state, map, now, generator in
            if let map { state.machine.mapChanged(map, now: now, using: &generator) }
        }
    }

    func networkChanged() {
        change { state, _, now, _ in state.machine.networkChanged(now: now) }
    }

    func shutDown() {
        change { state, _, _, _ in state.machine.abandon() }
    }

    func close() {
        change { state, _, now, generator in state.machine.close(now: now, using: &generator) }
        map.remove(self)
    }

    // MARK: Directives

    private func perform(
        _ directive: SelectionDirective, _ state: inout SelectionState, _ effects: inout SelectionState.Effects
    ) {
        switch directive {
        case .send(let call, let token, let requestID, let id):
            let holder = state.machine.holder
            Task(executorPreference: client.runtime.executor) {
                let result = await self.send(call, holder: holder, token: token, requestID: requestID)
                self.change { state, map, now, generator in
                    state.errors[id] = result.error
                    state.machine.callEnded(id, result.result, on: map, now: now, using: &generator)
                }
            }
        case .end(let id, let outcome):
            let end = CallWaiter<CallOutcome>.End(outcome: outcome, error: state.errors.removeValue(forKey: id))
            for waiter in state.waiters.removeValue(forKey: id) ?? [] { effects.ended.append((waiter, end)) }
        case .tell(.lost(let seats)): state.tell(.lost(seats))
        case .tell(.renewalEnded(let reason)): state.tell(.renewalEnded(reason))
        }
    }

    private func send(
        _ call: LockCall, holder: String, token: String, requestID: String
    ) async -> (result: CallResult, error: UsherError?) {
        do throws(UsherError) {
            return (try await answer(call, holder: holder, token: token, requestID: requestID), nil)
        } catch {
            return (error.callResult, error)
        }
    }

    private func answer(
        _ call: LockCall, holder: String, token: String, requestID: String
    ) async throws(UsherError) -> CallResult {
        switch call {
        case .lock(let seats, let ttl):
            .lock(
                try await client.lockSeats(seats, of: map.showID, holder: holder, ttl: ttl, requestID: requestID))
        case .lockBest(let query, let ttl):
            .lock(
                try await client.lockBestSeats(
                    of: map.showID, query, holder: holder, ttl: ttl, requestID: requestID))
        case .change(let add, let remove):
            .lock(try await client.changeLock(token, add: add, remove: remove, requestID: requestID))
        case .renew(let ttl): .lock(try await client.renewLock(token, ttl: ttl, requestID: requestID))
        case .beginPayment: .lock(try await client.beginPayment(token))
        case .endPayment: .lock(try await client.endPayment(token))
        case .confirm(let orderRef):
            .sale(try await client.confirmLock(token, orderRef: orderRef, requestID: requestID))
        case .release:
            try await released(token)
        case .read: .lock(try await client.lock(token))
        }
    }

    private func released(_ token: String) async throws(UsherError) -> CallResult {
        try await client.releaseLock(token)
        return .done
    }

    // MARK: Time

    /// Keeps one sleeper at most, and replaces it only to wake earlier.
    private func arm(_ state: inout SelectionState) {
        guard let wakes = state.machine.wakesAt else {
            state.sleeper?.task.cancel()
            state.sleeper = nil
            return
        }
        if let sleeper = state.sleeper, sleeper.wakes <= wakes, sleeper.keeps == state.machine.isClosed { return }
        state.sleeper?.task.cancel()
        let id = state.newID()
        let runtime = client.runtime
        // One that was closed has nobody else who keeps it until its lock is released; one that was not is kept by its
        // handle, and its alarm must not outlive that.
        let keeper = state.machine.isClosed ? self : nil
        let task = Task(executorPreference: client.runtime.executor) { [weak self] in
            await runtime.sleep(TimeSpan(nanoseconds: max(0, wakes - runtime.now())))
            (keeper ?? self)?.woke(id)
        }
        state.sleeper = (id, wakes, task, state.machine.isClosed)
    }

    private func woke(_ id: Int) {
        change { state, map, now, generator in
            guard state.sleeper?.id == id else { return }
            state.sleeper = nil
            state.machine.timePassed(on: map, now: now, using: &generator)
        }
    }
}

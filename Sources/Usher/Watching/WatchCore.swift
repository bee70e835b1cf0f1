import UsherCore
import UsherRPC

/// What all handles of one show or room share: a machine that follows it by one stream or poll, behind one lock.
///
/// Inputs change the state under the lock and leave actions behind, which one thread at a time carries out in order,
/// whoever came with the input. So nobody is called under the lock, and observers are never called twice at a time.
protocol WatchCore: AnyObject, Sendable {
    associatedtype State: WatchCoreState

    var client: UsherClient { get }

    /// Under the lock.
    func withState<Value: Sendable>(_ body: (inout State) -> Value) -> Value
    /// Carries out one action, outside the lock.
    func perform(_ action: State.Action)
    /// Asks once for what came after the position.
    func ask(after position: Position) async throws(UsherError) -> State.Replica.Event
    /// Under the lock, at the end of each input.
    func inputEnds(_ state: inout State)
    /// Deadlines other than the machine's.
    func timePassed(_ state: inout State, _ now: Int64)
}

extension WatchCore {
    typealias Machine = WatchMachine<State.Replica>

    // MARK: Inputs

    /// Hands the machine something, and carries out what it wants.
    func input(_ body: (inout Machine, inout RuntimeGenerator, _ now: Int64) -> [Machine.Directive]) {
        change { state, now in
            guard !state.isShutDown else { return }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = body(&state.machine, &generator, now)
            state.absorb(directives, now: now)
        }
    }

    /// Changes the state, sets the timer and carries out what is to be done.
    ///
    /// On the transport's own thread nothing else than that is done: what there is to do is carried out elsewhere, since
    /// code of the app may be told of it.
    func change(onLoop: Bool = false, _ body: (inout State, _ now: Int64) -> Void) {
        let drains = withState { state in
            body(&state, client.runtime.now())
            arm(&state)
            inputEnds(&state)
            guard !state.isDraining, !state.actions.isEmpty else { return false }
            state.isDraining = true
            return true
        }
        guard drains else { return }
        if onLoop { Task(executorPreference: client.runtime.executor) { self.drain() } } else { drain() }
    }

    private func drain() {
        while true {
            let action = withState { state -> State.Action? in
                guard !state.actions.isEmpty else {
                    state.isDraining = false
                    return nil
                }
                return state.actions.removeFirst()
            }
            guard let action else { return }
            perform(action)
        }
    }

    // MARK: Waiting

    /// Returns when there may be news after `version` for the handle, or when the task is cancelled.
    func wait(after version: Int, handle: Int) async {
        let id = withState { $0.newID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = withState { state in
                    guard state.version == version, state.isOpen(handle: handle), !state.isShutDown, !Task.isCancelled
                    else { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            withState { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    // MARK: Time

    /// Keeps one sleeper at most, and sets another one for an earlier deadline or for one that is much later: a deadline
    /// that moves away with each event of a busy stream is looked at when the old one comes, and an idle map does not
    /// wake up to find that nothing is due.
    private func arm(_ state: inout State) {
        guard let wakes = state.wakesAt else {
            state.sleeper?.task.cancel()
            state.sleeper = nil
            return
        }
        if let sleeper = state.sleeper, sleeper.wakes <= wakes,
            wakes - sleeper.wakes < Limits.muchLater.nanoseconds
        {
            return
        }
        state.sleeper?.task.cancel()
        let id = state.newID()
        let runtime = client.runtime
        let task = Task(executorPreference: client.transport.loop) {
            await runtime.sleep(TimeSpan(nanoseconds: max(0, wakes - runtime.now())))
            self.woke(id)
        }
        state.sleeper = (id, wakes, task)
    }

    private func woke(_ id: Int) {
        change(onLoop: client.transport.loop != nil) { state, now in
            // One that was replaced says nothing.
            guard state.sleeper?.id == id else { return }
            state.sleeper = nil
            self.timePassed(&state, now)
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = state.machine.timePassed(now: now, using: &generator)
            state.absorb(directives, now: now)
        }
    }
}

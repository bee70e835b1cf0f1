/// A core's handles, and those who follow what changes.
extension WatchCore {
    typealias Update = State.Merger.Update
    typealias Step = WatchStep<Update>

    // MARK: Handles

    func newHandleID() -> Int {
        withState { $0.newID() }
    }

    func attach(_ id: Int, _ handle: State.Handle) {
        change { state, now in
            state.handles[id] = WatchHandle(handle)
            state.usersChanged(now)
        }
    }

    /// The handle is closed or gone; its sequences end. Again: nothing.
    func detach(_ id: Int) {
        change { state, now in
            guard state.handles.removeValue(forKey: id) != nil else { return }
            state.usersChanged(now)
            state.wakeWaiters()
        }
    }

    // MARK: Sequences

    func addConsumer() -> Int {
        withState { state in
            let id = state.newID()
            state.consumers[id] = State.Merger()
            return id
        }
    }

    func removeConsumer(_ id: Int) {
        withState { _ = $0.consumers.removeValue(forKey: id) }
    }

    func step(consumer: Int, handle: Int) -> Step {
        withState { state in
            guard state.isOpen(handle: handle), !state.isShutDown else { return .end }
            let view = state.view
            if let update = state.consumers[consumer]?.take(view) { return .update(update) }
            if case .failed(let error) = view.connection { return .fail(error) }
            return .wait(state.version)
        }
    }

    /// Returns as soon as there is everything to show. Throws the final failure; CANCELLED if the handle is closed or the
    /// task cancelled before.
    func ready(handle: Int) async throws(UsherError) {
        while let step = readiness(handle: handle) {
            guard !Task.isCancelled else {
                throw UsherError(.cancelled, message: "the wait for the \(State.Handle.noun) was cancelled")
            }
            switch step {
            case .wait(let version): await wait(after: version, handle: handle)
            case .fail(let error): throw error
            case .end, .update: throw UsherError(.cancelled, message: "the \(State.Handle.noun) was closed")
            }
        }
    }

    /// Where a handle stands on the way to the whole of it.
    private func readiness(handle: Int) -> Step? {
        withState { state in
            guard state.isOpen(handle: handle), !state.isShutDown else { return .end }
            if state.isReady { return nil }
            if case .failed(let error) = state.view.connection { return .fail(error) }
            return .wait(state.version)
        }
    }

    // MARK: Telling

    /// Tells everybody what changed, in this order: observed properties, what `others` tells, sequences.
    func notify(others: () -> Void = {}) {
        let (changed, handles, waiting) = withState { state in
            let changed = state.changed
            state.changed = []
            let waiting = Array(state.waiters.values)
            state.waiters = [:]
            return (changed, state.handles.values.compactMap(\.handle), waiting)
        }
        for handle in handles { handle.tell(changed) }
        others()
        for waiter in waiting { waiter.resume() }
    }
}

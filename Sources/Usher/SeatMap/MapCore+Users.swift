import UsherCore

/// Handles, sequences and observers of a map.
extension MapCore {
    // MARK: Handles

    func newHandleID() -> Int {
        state.withLock { $0.newID() }
    }

    func attach(_ id: Int, _ map: SeatMap) {
        change { state, now in
            state.handles[id] = MapHandle(map: map, life: map.life)
            self.usersChanged(&state, now)
        }
    }

    /// The handle is closed or gone; its sequences end. Again: nothing.
    func detach(_ id: Int) {
        change { state, now in
            guard state.handles.removeValue(forKey: id) != nil else { return }
            self.usersChanged(&state, now)
            state.wakeWaiters()
        }
    }

    private func usersChanged(_ state: inout MapState, _ now: Int64) {
        guard !state.isShutDown, state.cacheDeadline == nil else { return }
        if state.handles.isEmpty { state.keepNow(now) }
        state.absorb(state.machine.usersChanged(to: state.handles.count, now: now), now: now)
    }

    // MARK: Sequences

    /// What a sequence's reader does next.
    enum Step {
        case update(SeatMapUpdate)
        case end
        case fail(UsherError)
        /// Wait for something newer than the version.
        case wait(Int)
    }

    func addConsumer() -> Int {
        state.withLock { state in
            let id = state.newID()
            state.consumers[id] = UpdateMerger()
            return id
        }
    }

    func removeConsumer(_ id: Int) {
        state.withLock { _ = $0.consumers.removeValue(forKey: id) }
    }

    func step(consumer: Int, handle: Int) -> Step {
        state.withLock { state in
            guard state.handles[handle] != nil, !state.isShutDown else { return .end }
            let view = state.view
            if let update = state.consumers[consumer]?.take(view) { return .update(update) }
            if case .failed(let error) = view.connection { return .fail(error) }
            return .wait(state.version)
        }
    }

    /// Where a handle stands on the way to its first map.
    func readiness(handle: Int) -> Step? {
        state.withLock { state in
            guard state.handles[handle] != nil, !state.isShutDown else { return .end }
            let view = state.view
            if view.hall != nil, view.show != nil || state.showLoad.isRefused { return nil }
            if case .failed(let error) = view.connection { return .fail(error) }
            return .wait(state.version)
        }
    }

    // MARK: Observers

    /// It is told the whole map first, as soon as there is one; held weakly.
    func add(_ observer: any MapObserver) {
        change { state, _ in
            state.observers.append(MapObservation(observer: observer))
            state.wakeWaiters()
        }
        if state.withLock({ $0.isShutDown }) { observer.shutDown() }
    }

    func remove(_ observer: any MapObserver) {
        let present = state.withLock { state in
            let present = state.observers.compactMap(\.observer)
            state.observers.removeAll { $0.observer == nil || $0.observer === observer }
            return present
        }
        withExtendedLifetime(present) {}
    }
}

import UsherCore

/// Handles and sequences of a room.
extension RoomCore {
    // MARK: Handles

    func newHandleID() -> Int {
        state.withLock { $0.newID() }
    }

    func attach(_ id: Int, _ room: LiveRoom) {
        change { state, now in
            state.handles[id] = RoomState.Handle(room: room, life: room.life)
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

    private func usersChanged(_ state: inout RoomState, _ now: Int64) {
        guard !state.isShutDown else { return }
        if !state.handles.isEmpty, !state.isClientSuspended { state.presence.resume(now: now) }
        state.absorb(state.machine.usersChanged(to: state.handles.count, now: now), now: now)
    }

    // MARK: Sequences

    /// What a sequence's reader does next.
    enum Step {
        case update(RoomUpdate)
        case end
        case fail(UsherError)
        /// Wait for something newer than the version.
        case wait(Int)
    }

    func addConsumer() -> Int {
        state.withLock { state in
            let id = state.newID()
            state.consumers[id] = RoomMerger()
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

    /// Where a handle stands on the way to the whole room.
    func readiness(handle: Int) -> Step? {
        state.withLock { state in
            guard state.handles[handle] != nil, !state.isShutDown else { return .end }
            let view = state.view
            if view.isThere, !state.lacksHall || state.hallLoad.isRefused { return nil }
            if case .failed(let error) = view.connection { return .fail(error) }
            return .wait(state.version)
        }
    }
}

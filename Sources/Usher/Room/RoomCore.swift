import Synchronization
import UsherCore
import UsherWire

/// What all handles of one room share: the machine that follows it, its one stream or poll, and this device's presence.
final class RoomCore: WatchCore, RegisteredCore {
    struct Key: Hashable, Sendable {
        var roomID: String
        var detail: RoomDetail
    }

    let client: UsherClient
    let key: Key
    let state: Mutex<RoomState>

    init(client: UsherClient, key: Key, isSuspended: Bool) {
        self.client = client
        self.key = key
        var settings = WatchSettings(heartbeat: client.heartbeat)
        settings.linger = min(max(client.options.linger, Limits.lingerRange.lowerBound), Limits.lingerRange.upperBound)
        var state = RoomState(
            roomID: key.roomID, RoomWatchMachine(settings, known: RoomReplica(detail: key.detail)))
        if isSuspended {
            _ = state.machine.suspend()
            state.presence.suspend(now: client.runtime.now())
            state.isClientSuspended = true
        }
        self.state = Mutex(state)
    }

    deinit {
        client.rooms.forget(key)
    }

    // MARK: What a watching core is

    func withState<Value: Sendable>(_ body: (inout RoomState) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    func inputEnds(_ state: inout RoomState) {}

    func timePassed(_ state: inout RoomState, _ now: Int64) {
        var generator = RuntimeGenerator(runtime: client.runtime)
        state.presence.timePassed(now: now, using: &generator)
    }

    func ask(after position: Position) async throws(UsherError) -> RoomEvent {
        let request = GetRoomRequest(roomID: key.roomID, epoch: position.epoch, afterSeq: position.seq)
        // Once: the machine tries again.
        return try await client.call("RoomService/GetRoom", request, .never)
    }

    // MARK: Inputs

    func networkChanged() {
        change { state, now in state.presence.networkChanged(now: now) }
        input { machine, _, now in machine.networkChanged(now: now) }
    }

    /// The stream stays until the room has heard that the member is away, or did not within some seconds.
    func suspend() {
        change { state, now in
            guard !state.isShutDown, !state.isClientSuspended else { return }
            state.isClientSuspended = true
            if !state.presence.rests { state.presence.suspend(now: now) }
            if state.presence.hasNothingToSay { state.absorb(state.machine.suspend(), now: now) }
            state.finish(now)
        }
    }

    func resume() {
        change { state, now in
            guard !state.isShutDown else { return }
            state.isClientSuspended = false
            if !state.handles.isEmpty { state.presence.resume(now: now) }
            state.absorb(state.machine.resume(now: now), now: now)
        }
    }

    func shutDown() {
        change { state, now in
            guard !state.isShutDown else { return }
            state.isShutDown = true
            state.presence.close()
            state.absorb(state.machine.suspend(), now: now)
            state.changed.insert(.connection)
            state.finish(now)
        }
    }

    // MARK: Actions

    func perform(_ action: RoomState.Action) {
        switch action {
        case .open(let id, let position, let token):
            open(
                id,
                EventStream<RoomEvent>(
                    client: client, roomID: key.roomID, token: token, position: position, detail: key.detail))
        case .close(let id): close(id)
        case .poll(let id, let position): poll(id, position)
        case .cancelPoll(let id): cancelPoll(id)
        case .readHall(let key): readHall(key)
        case .send(let id, let call, let token, let patience): send(id, call, token, patience)
        case .end(let waiter, let end): waiter.ended(end)
        case .notify: notify()
        }
    }

    private func readHall(_ key: LoadedHall.Key) {
        if let known = client.halls.hall(key) { return hallCame(.success(known)) }
        Task(executorPreference: client.runtime.executor) {
            do throws(UsherError) {
                let loaded = try await self.client.halls.read(key, self.client)
                self.hallCame(.success(loaded))
            } catch {
                self.hallCame(.failure(error))
            }
        }
    }

    private func hallCame(_ result: Result<LoadedHall, UsherError>) {
        change { state, now in
            switch result {
            case .success(let loaded):
                state.hallLoad.came()
                state.hallCame(loaded)
            case .failure(let error):
                var generator = RuntimeGenerator(runtime: self.client.runtime)
                state.hallLoad.failed(error, isFinal: self.client.isFinal(error), now: now, using: &generator)
                // Who waits for the hall hears that it will not come.
                if state.hallLoad.isRefused { state.wakeWaiters() }
            }
            state.finish(now)
        }
    }
}

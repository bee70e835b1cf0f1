import Synchronization
import UsherCore

/// What all handles of one show share: the machine that follows it, its one stream or poll, and the map.
///
/// Inputs change the state under the lock and leave actions behind, which one thread at a time carries out in order,
/// whoever came with the input. So nobody is called under the lock, and observers are never called twice at a time.
final class MapCore: Sendable {
    let client: UsherClient
    let showID: String
    let state: Mutex<MapState>

    init(client: UsherClient, showID: String, isSuspended: Bool, known: SeatMapReplica? = nil) {
        self.client = client
        self.showID = showID
        var settings = WatchSettings(heartbeat: client.heartbeat)
        settings.linger = min(max(client.options.linger, Limits.lingerRange.lowerBound), Limits.lingerRange.upperBound)
        var machine = SeatWatchMachine(settings, known: known ?? SeatMapReplica())
        if isSuspended { _ = machine.suspend() }
        state = Mutex(MapState(machine))
        guard let cache = client.options.cache else { return }
        let deadline = client.runtime.now() + Limits.cachePatience.nanoseconds
        change { state, _ in state.awaitsCache(until: deadline) }
        readCache(cache)
    }

    deinit {
        client.maps.forget(showID)
    }

    // MARK: Inputs

    /// Hands the machine something, and carries out what it wants.
    func input(
        _ body: (inout SeatWatchMachine, inout RuntimeGenerator, _ now: Int64) -> [SeatWatchMachine.Directive]
    ) {
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
    func change(onLoop: Bool = false, _ body: (inout MapState, _ now: Int64) -> Void) {
        let drains = state.withLock { state in
            body(&state, client.runtime.now())
            arm(&state)
            keepIfAsked(&state)
            guard !state.isDraining, !state.actions.isEmpty else { return false }
            state.isDraining = true
            return true
        }
        guard drains else { return }
        if onLoop { Task(executorPreference: client.runtime.executor) { self.drain() } } else { drain() }
    }

    func networkChanged() {
        input { machine, _, now in machine.networkChanged(now: now) }
        for observer in state.withLock({ $0.observers.compactMap(\.observer) }) { observer.networkChanged() }
    }

    func suspend() {
        input { machine, _, _ in machine.suspend() }
    }

    func resume() {
        input { machine, _, now in machine.resume(now: now) }
    }

    /// The client was closed: nothing is opened any more, and all sequences end.
    func shutDown() {
        change { state, now in
            guard !state.isShutDown else { return }
            state.isShutDown = true
            state.absorb(state.machine.suspend(), now: now)
            state.changed.insert(.connection)
            state.finish(now)
        }
        for observer in state.withLock({ $0.observers.compactMap(\.observer) }) { observer.shutDown() }
    }

    // MARK: Actions

    private func drain() {
        while true {
            let action = state.withLock { state -> MapState.Action? in
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

    private func perform(_ action: MapState.Action) {
        switch action {
        case .open(let id, let position, let showVersion): open(id, position, showVersion)
        case .close(let id): close(id)
        case .poll(let id, let position): poll(id, position)
        case .cancelPoll(let id): cancelPoll(id)
        case .readHall(let key): readHall(key)
        case .readShow: readShow()
        case .forgetKept: forgetKept()
        case .notify: notify()
        }
    }

    /// Tells everybody what changed, in this order: observed properties, observers, sequences.
    private func notify() {
        let (changed, handles, waiting) = state.withLock { state in
            let changed = state.changed
            state.changed = []
            let waiting = Array(state.waiters.values)
            state.waiters = [:]
            return (changed, state.handles.values.compactMap(\.map), waiting)
        }
        for handle in handles { handle.tell(changed) }
        tellObservers()
        for waiter in waiting { waiter.resume() }
    }

    private func tellObservers() {
        typealias Told = [(any MapObserver, isNew: Bool)]
        let (present, observers, update, whole) = state.withLock {
            state -> ([any MapObserver], Told, SeatMapUpdate?, SeatMapUpdate?) in
            // Let go of outside the lock: this may be the last that holds them.
            let present = state.observers.compactMap(\.observer)
            state.observers.removeAll { $0.observer == nil }
            guard !state.observers.isEmpty else {
                state.observersNews = UpdateMerger()
                return (present, [], nil, nil)
            }
            let view = state.view
            let update = state.observersNews.take(view)
            guard view.hall != nil else { return (present, [], nil, nil) }
            var whole: SeatMapUpdate?
            if state.observers.contains(where: \.isNew) {
                var merger = UpdateMerger()
                whole = merger.take(view)
            }
            var told: Told = []
            for index in state.observers.indices {
                guard let observer = state.observers[index].observer else { continue }
                told.append((observer, state.observers[index].isNew))
                state.observers[index].isNew = false
            }
            return (present, told, update, whole)
        }
        for (observer, isNew) in observers {
            if let update = isNew ? whole : update { observer.mapChanged(update) }
        }
        withExtendedLifetime(present) {}
    }

    // MARK: Time

    /// Keeps one sleeper at most, and sets another one for an earlier deadline or for one that is much later: a deadline
    /// that moves away with each event of a busy stream is looked at when the old one comes, and an idle map does not
    /// wake up to find that nothing is due.
    private func arm(_ state: inout MapState) {
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
            if let deadline = state.cacheDeadline, deadline <= now { state.cacheIsOver(now) }
            var generator = RuntimeGenerator(runtime: self.client.runtime)
            let directives = state.machine.timePassed(now: now, using: &generator)
            state.absorb(directives, now: now)
        }
    }
}

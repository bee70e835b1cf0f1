import Synchronization
import UsherCore

/// What all handles of one show share: the machine that follows it, its one stream or poll, and the map.
final class MapCore: WatchCore, RegisteredCore {
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

    // MARK: What a watching core is

    func withState<Value: Sendable>(_ body: (inout MapState) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    func inputEnds(_ state: inout MapState) { keepIfAsked(&state) }

    func timePassed(_ state: inout MapState, _ now: Int64) {
        if let deadline = state.cacheDeadline, deadline <= now { state.cacheIsOver(now) }
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

    func perform(_ action: MapState.Action) {
        switch action {
        case .open(let id, let position, let showVersion):
            open(
                id,
                EventStream<SeatEvent>(client: client, showID: showID, position: position, showVersion: showVersion))
        case .close(let id): close(id)
        case .poll(let id, let position): poll(id, position)
        case .cancelPoll(let id): cancelPoll(id)
        case .readHall(let key): readHall(key)
        case .readShow: readShow()
        case .forgetKept: forgetKept()
        case .notify: notify(others: tellObservers)
        }
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
}

import UsherCore

/// A map core's state behind its lock: the machine, what is shown of its map, and what is still to be done about it.
struct MapState: WatchCoreState {
    typealias Replica = SeatMapReplica
    typealias Handle = SeatMap
    typealias Merger = UpdateMerger

    /// What is done outside the lock, one after the other.
    enum Action: WatchAction {
        case open(id: Int, Position, showVersion: UInt64)
        case close(id: Int)
        case poll(id: Int, Position)
        case cancelPoll(id: Int)
        case readHall(LoadedHall.Key)
        case readShow
        /// What is kept of the map is to be removed.
        case forgetKept
        /// Something in `changed` is to be told.
        case notify

        var isNotify: Bool { if case .notify = self { true } else { false } }
    }

    /// What an observer can see of it, apart from the map itself.
    private struct Scalars: Equatable {
        var position: Position
        var connection: MapConnection
        var isStale: Bool
        var keptAt: Timestamp?
        var lastMessageAt: Int64?
        var counters: WatchCounters
        var skew: TimeSpan?
    }

    var machine: SeatWatchMachine
    var clock = ClockOffset()
    /// The hall that is shown; nil before the first map.
    private(set) var hall: LoadedHall?
    /// What is shown while another hall is read: the machine's map is that of the other hall already.
    private var held: (states: [UInt8], position: Position)?
    /// What ended the last stream or poll.
    var lastError: UsherError?
    var hallLoad = MapLoad()
    var showLoad = MapLoad()
    var actions: [Action] = []
    var isDraining = false
    /// What changed since it was told last.
    var changed: MapProperties = []
    /// Raised with each change that consumers may want to know.
    var version = 0
    var handles: [Int: WatchHandle<SeatMap>] = [:]
    var consumers: [Int: UpdateMerger] = [:]
    var observers: [MapObservation] = []
    var observersNews = UpdateMerger()
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextID = 0
    var stream: (id: Int, stream: EventStream<SeatEvent>)?
    var polling: (id: Int, task: Task<Void, Never>)?
    var sleeper: (id: Int, wakes: Int64, task: Task<Void, Never>)?
    var isShutDown = false
    /// nil for a client without a cache.
    var keeping: KeepingPlan?
    /// The map as it stands is to be kept, before the lock is left.
    var isToBeKept = false
    /// Until when the machine waits for the cache to tell of the map; nil when it does not.
    var cacheDeadline: Int64?
    /// When the map came from the cache: when it was kept, by the gateway's clock.
    var keptAt: Timestamp?
    private var seen: Scalars?
    private var before: (states: [UInt8], position: Position)?

    init(_ machine: SeatWatchMachine) {
        self.machine = machine
    }

    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    mutating func usersChanged(_ now: Int64) {
        guard !isShutDown, cacheDeadline == nil else { return }
        if handles.isEmpty { keepNow(now) }
        absorb(machine.usersChanged(to: handles.count, now: now), now: now)
    }

    // MARK: What is shown

    var view: MapView {
        MapView(
            hall: hall, states: hall == nil ? [] : held?.states ?? machine.replica.states, position: position,
            show: machine.replica.show, connection: connection)
    }

    /// There are a hall, its states and the show, or no hope for it.
    var isReady: Bool { hall != nil && (machine.replica.show != nil || showLoad.isRefused) }

    var position: Position { hall == nil ? Position() : held?.position ?? machine.replica.position }

    /// The hall of the newest map, which is not that of the shown one while it is read.
    private var key: LoadedHall.Key {
        LoadedHall.Key(hallID: machine.replica.hallID, revision: machine.replica.hallRevision)
    }

    var lacksHall: Bool { !machine.replica.position.epoch.isEmpty && (hall == nil || held != nil) }

    var lacksShow: Bool { machine.replica.show.map { $0.version < machine.replica.showVersion } ?? true }

    var isStale: Bool { machine.isStale || lacksHall }

    var connection: MapConnection {
        // As soon as the cache has answered.
        if machine.state == .idle, cacheDeadline != nil { return .connecting(attempt: 1) }
        return machineConnection
    }

    var wakesAt: Int64? {
        let loads = isActive ? [hallLoad.retryAt, showLoad.retryAt] : []
        return ([machine.wakesAt, cacheDeadline] + loads).compactMap(\.self).min()
    }

    // MARK: What the machine says

    /// The map before an event is kept for a moment where the event may replace it.
    mutating func willHear(_ event: SeatEvent, of id: Int) {
        if case .snapshot = event { before = (machine.replica.states, machine.replica.position) }
    }

    mutating func absorb(_ directives: [SeatWatchMachine.Directive], now: Int64) {
        let before = before.take()
        for directive in directives {
            switch directive {
            case .openStream(let id, let position, let showVersion):
                actions.append(.open(id: id, position, showVersion: showVersion))
            case .closeStream(let id): actions.append(.close(id: id))
            case .poll(let id, let position): actions.append(.poll(id: id, position))
            case .cancelPoll(let id): actions.append(.cancelPoll(id: id))
            case .tell(let news): hear(news, before, now)
            }
        }
        finish(now)
    }

    private mutating func hear(
        _ news: SeatWatchMachine.News, _ before: (states: [UInt8], position: Position)?, _ now: Int64
    ) {
        switch news {
        case .changed(let changes): if hall != nil, held == nil { touch(changes) }
        case .replaced(let changes, let newEpoch, let newHall):
            if newEpoch { tellAll { $0.historyLost() } }
            replaced(changes, newHall: newHall, before)
        case .side:
            changed.insert(.show)
            showLoad.came()
        case .serverTime(let time): clock.heard(time, now: now)
        case .state(let state):
            switch state {
            case .idle, .suspended: keepNow(now)
            case .failed: forgetIfGone()
            case .connecting, .live, .waiting, .polling: break
            }
            if case .connecting(1) = state {
                hallLoad.forgetFailures()
                showLoad.forgetFailures()
            }
        }
    }

    private mutating func replaced(
        _ changes: [SeatChange], newHall: Bool, _ before: (states: [UInt8], position: Position)?
    ) {
        guard newHall else {
            if hall != nil, held == nil { touch(changes) }
            return
        }
        guard let hall, hall.key == key, hall.hall.seats.count == machine.replica.states.count else {
            // The old hall and its states stay until the new pair is there.
            if self.hall != nil, held == nil { held = before }
            return
        }
        // The hall that is shown after all: it was given up, or another one was announced and taken back.
        let shown = held?.states ?? before?.states ?? []
        held = nil
        let states = machine.replica.states
        guard shown.count == states.count else { return reset() }
        touch(
            states.indices.compactMap {
                shown[$0] == states[$0] ? nil : SeatChange(seat: Int32($0), state: states[$0])
            })
    }

    private mutating func touch(_ changes: [SeatChange]) {
        guard !changes.isEmpty else { return }
        changed.insert(.states)
        tellAll { $0.touch(changes) }
    }

    private mutating func reset() {
        changed.formUnion([.hall, .states])
        tellAll { $0.reset() }
    }

    private mutating func tellAll(_ body: (inout UpdateMerger) -> Void) {
        for id in consumers.keys { body(&consumers[id, default: UpdateMerger()]) }
        body(&observersNews)
    }

    // MARK: What was read

    /// A hall came: it is shown with the states that belong to it, both at once. False if it is not the one that is
    /// missing, or does not fit.
    mutating func hallCame(_ loaded: LoadedHall) -> Bool {
        guard lacksHall, loaded.key == key else { return true }
        guard loaded.hall.seats.count == machine.replica.states.count else { return false }
        hall = loaded
        held = nil
        reset()
        return true
    }

    /// Ends every input: asks for what is missing, and has told what changed.
    mutating func finish(_ now: Int64) {
        if isActive { load(now) }
        let scalars = Scalars(
            position: position, connection: connection, isStale: isStale, keptAt: shownKeptAt,
            lastMessageAt: machine.lastMessageAt,
            counters: machine.counters, skew: clock.span)
        if let seen, seen != scalars {
            if seen.position != scalars.position { changed.insert(.position) }
            if seen.connection != scalars.connection { changed.insert(.connection) }
            if seen.isStale != scalars.isStale { changed.insert(.isStale) }
            if seen.keptAt != scalars.keptAt { changed.insert(.keptAt) }
            if seen.lastMessageAt != scalars.lastMessageAt { changed.insert(.lastMessageAt) }
            if seen.counters.reconnects != scalars.counters.reconnects { changed.insert(.reconnects) }
            if seen.skew != scalars.skew { changed.insert(.skew) }
            changed.insert(.diagnostics)
        }
        seen = scalars
        keepIfDue(now)
        guard !changed.isEmpty else { return }
        // A heartbeat changes no more than these, and wakes nobody who does not look at them.
        if changed.isSubset(of: .signsOfLife), !handles.values.contains(where: { $0.life.isThere }) { return }
        if !changed.isDisjoint(with: [.hall, .states, .position, .show, .connection]) { version += 1 }
        queueNotify()
    }

    private mutating func load(_ now: Int64) {
        if lacksHall, !hallLoad.isRefused, hallLoad.retryAt.map({ $0 <= now }) ?? true, hallLoad.begin() {
            actions.append(.readHall(key))
        }
        if lacksShow, !showLoad.isRefused, showLoad.retryAt.map({ $0 <= now }) ?? true, showLoad.begin() {
            actions.append(.readShow)
        }
    }
}

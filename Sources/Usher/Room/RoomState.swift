import UsherCore

/// A room core's state behind its lock: the machine that follows the room, the device's presence in it, and what is still
/// to be done about both.
struct RoomState: WatchCoreState {
    typealias Replica = RoomReplica
    typealias Handle = LiveRoom
    typealias Merger = RoomMerger

    /// What is done outside the lock, one after the other.
    enum Action: WatchAction {
        case open(id: Int, Position, token: String)
        case close(id: Int)
        case poll(id: Int, Position)
        case cancelPoll(id: Int)
        case readHall(LoadedHall.Key)
        case send(id: Int, PresenceCall, token: String, patience: TimeSpan?)
        case end(CallWaiter<PresenceOutcome>, CallWaiter<PresenceOutcome>.End)
        /// Something in `changed` is to be told.
        case notify

        var isNotify: Bool { if case .notify = self { true } else { false } }
    }

    /// What a stream was opened with.
    private struct Opening {
        var id: Int
        var token: String
        var at: Int64
        var hasSpoken = false
    }

    /// What an observer can see of it, apart from the list of members.
    private struct Scalars: Equatable {
        var me: RoomMember?
        var counts: RoomCounts?
        var position: Position
        var presence: PresencePhase
        var pass: RoomPass?
        var connection: MapConnection
        var isStale: Bool
        var lastMessageAt: Int64?
        var counters: WatchCounters
        var skew: TimeSpan?
    }

    let roomID: String
    var machine: RoomWatchMachine
    var presence: PresenceMachine
    var clock = ClockOffset()
    private(set) var hall: LoadedHall?
    var hallLoad = MapLoad()
    var deviceID = ""
    /// What the last join told of the room; numbers name no hall.
    var joinedRoom: Room?
    var lastError: UsherError?
    var actions: [Action] = []
    var isDraining = false
    var changed: RoomProperties = []
    var version = 0
    var handles: [Int: WatchHandle<LiveRoom>] = [:]
    var consumers: [Int: RoomMerger] = [:]
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Those who wait for wishes, and what the gateway said to calls that failed.
    var wishes: [Int: CallWaiter<PresenceOutcome>] = [:]
    var errors: [Int: UsherError] = [:]
    var membership: RoomMembership?
    var nextID = 0
    var stream: (id: Int, stream: EventStream<RoomEvent>)?
    var polling: (id: Int, task: Task<Void, Never>)?
    var sleeper: (id: Int, wakes: Int64, task: Task<Void, Never>)?
    var isShutDown = false
    /// The app rests, or nobody uses the room any more.
    var isClientSuspended = false
    private var opening: Opening?
    private var pollBegan: (id: Int, at: Int64)?
    private var tally: (version: Int, counts: RoomCounts)?
    private var membersVersion = 0
    /// Somebody has read the numbers.
    private var wantsCounts = false
    private var seen: Scalars?

    init(roomID: String, _ machine: RoomWatchMachine) {
        self.roomID = roomID
        self.machine = machine
        presence = PresenceMachine(isBlind: machine.replica.detail == .counts)
    }

    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    mutating func usersChanged(_ now: Int64) {
        guard !isShutDown else { return }
        if !handles.isEmpty, !isClientSuspended { presence.resume(now: now) }
        absorb(machine.usersChanged(to: handles.count, now: now), now: now)
    }

    // MARK: What is shown

    var view: RoomView {
        RoomView(
            replica: machine.replica, me: me, hall: hall, counts: counts, presence: presence.phase,
            connection: machineConnection)
    }

    /// There are the members and the hall, or no hope for it.
    var isReady: Bool { view.isThere && (!lacksHall || hallLoad.isRefused) }

    var me: RoomMember? { presence.shown(in: machine.replica) }

    /// The numbers that the stream told; of a room that is followed by members, theirs.
    var counts: RoomCounts? {
        if let told = machine.replica.counts { return told }
        guard var counts = tally?.counts else { return nil }
        counts.seq = machine.replica.position.seq
        return counts
    }

    /// From now on the numbers are kept up.
    mutating func readCounts() -> RoomCounts? {
        wantsCounts = true
        count()
        return counts
    }

    var pass: RoomPass? {
        guard let identity = presence.identity, !presence.token.isEmpty else { return nil }
        return RoomPass(
            roomID: roomID, memberID: identity.memberID, token: presence.token, deviceID: identity.deviceID,
            nickname: identity.nickname, avatar: identity.avatar, seat: presence.lastSeat)
    }

    private var key: LoadedHall.Key? {
        let replica = machine.replica
        if !replica.hallID.isEmpty { return LoadedHall.Key(hallID: replica.hallID, revision: replica.hallRevision) }
        return joinedRoom.map { LoadedHall.Key(hallID: $0.hallID, revision: $0.hallRevision) }
    }

    var lacksHall: Bool { key.map { $0 != hall?.key } ?? false }

    var wakesAt: Int64? {
        let load = isActive ? hallLoad.retryAt : nil
        return [machine.wakesAt, presence.wakesAt, load].compactMap(\.self).min()
    }

    // MARK: What the machine says

    mutating func willHear(_ event: RoomEvent, of id: Int) {
        if opening?.id == id, opening?.hasSpoken == false {
            opening?.hasSpoken = true
            heardFirst = opening?.at
            if case .change = event { catchesUp = true }
        } else if let pollBegan, pollBegan.id == id {
            heardFirst = pollBegan.at
        }
    }

    /// The event that is heard is the first of a stream or poll that was begun then; a stream's first change is followed
    /// by others.
    private var heardFirst: Int64?
    private var catchesUp = false

    mutating func mends(_ error: UsherError, ofStream id: Int, now: Int64) -> Bool {
        guard error.reason == PresenceResult.deadToken, let opening, opening.id == id, !opening.token.isEmpty,
            machine.openStream == id
        else { return false }
        // The room is watched on, by somebody who only looks until there is another token.
        presence.streamRefused(token: opening.token, now: now)
        absorb(machine.renew(now: now), now: now)
        return true
    }

    mutating func absorb(_ directives: [RoomWatchMachine.Directive], now: Int64) {
        take(directives, now)
        if let since = heardFirst.take() {
            if catchesUp { presence.roomCatchesUp(now) }
            presence.roomChanged(machine.replica, since: catchesUp ? nil : since, now: now)
            catchesUp = false
        }
        finish(now)
    }

    private mutating func take(_ directives: [RoomWatchMachine.Directive], _ now: Int64) {
        for directive in directives {
            switch directive {
            case .openStream(let id, let position, _):
                let token = presence.streamToken
                opening = Opening(id: id, token: token, at: now)
                actions.append(.open(id: id, position, token: token))
            case .closeStream(let id): actions.append(.close(id: id))
            case .poll(let id, let position):
                pollBegan = (id, now)
                actions.append(.poll(id: id, position))
            case .cancelPoll(let id): actions.append(.cancelPoll(id: id))
            case .tell(let news): hear(news, now)
            }
        }
    }

    private mutating func hear(_ news: RoomWatchMachine.News, _ now: Int64) {
        switch news {
        case .changed(let differences): touch(differences, now)
        case .replaced(let differences, let newEpoch, _):
            if newEpoch { for id in consumers.keys { consumers[id]?.historyLost() } }
            touch(differences, now)
        case .side: break
        case .serverTime(let time): clock.heard(time, now: now)
        case .state(let state):
            if case .connecting(1) = state { hallLoad.forgetFailures() }
        }
    }

    private mutating func touch(_ differences: [RoomDifference], _ now: Int64) {
        guard !differences.isEmpty else { return }
        membersVersion += 1
        if machine.replica.detail == .members { changed.insert(.members) }
        for id in consumers.keys { consumers[id]?.touch(differences) }
        presence.roomChanged(machine.replica, since: nil, now: now)
    }

    // MARK: What was read

    mutating func hallCame(_ loaded: LoadedHall) {
        guard lacksHall, loaded.key == key else { return }
        hall = loaded
        changed.insert(.hall)
        membersVersion += 1
    }

    // MARK: The end of each input

    /// Does what the presence wants, asks for what is missing, and has told what changed.
    mutating func finish(_ now: Int64) {
        settlePresence(now)
        if isActive, lacksHall, let key, !hallLoad.isRefused, hallLoad.retryAt.map({ $0 <= now }) ?? true,
            hallLoad.begin()
        {
            actions.append(.readHall(key))
        }
        count()
        let scalars = Scalars(
            me: me, counts: counts, position: machine.replica.position, presence: presence.phase, pass: pass,
            connection: machineConnection, isStale: machine.isStale, lastMessageAt: machine.lastMessageAt,
            counters: machine.counters, skew: clock.span)
        compare(scalars)
        guard !changed.isEmpty else { return }
        // A heartbeat changes no more than these, and wakes nobody who does not look at them.
        if changed.isSubset(of: .signsOfLife), !handles.values.contains(where: { $0.life.isThere }) { return }
        if !changed.isSubset(of: [.skew, .diagnostics, .isStale, .pass]) { version += 1 }
        queueNotify()
    }

    private mutating func settlePresence(_ now: Int64) {
        // A room that nobody uses any more is left by and by: whoever comes back to it is there again.
        if machine.state == .idle, machine.users == 0, handles.isEmpty { presence.suspend(now: now) }
        var rounds = 0
        repeat {
            let attends = machine.liveStream != nil && machine.liveStream == opening?.id
            presence.watched(
                attends: attends && opening?.token == presence.token && !presence.token.isEmpty,
                isLive: machine.liveStream != nil, isPolling: machine.state == .polling, now: now)
            perform(presence.takeDirectives(), now)
            if let opening, presence.replaces(streamOf: opening.token) { take(machine.renew(now: now), now) }
            rounds += 1
        } while presence.hasDirectives && rounds < Limits.presenceRounds
    }

    private mutating func perform(_ directives: [PresenceDirective], _ now: Int64) {
        for directive in directives {
            switch directive {
            case .send(let id, let call, let token, let patience):
                actions.append(.send(id: id, call, token: token, patience: patience))
            case .end(let wish, let outcome, let call):
                let error = call.flatMap { errors[$0] }
                if let waiter = wishes.removeValue(forKey: wish) {
                    actions.append(.end(waiter, CallWaiter<PresenceOutcome>.End(outcome: outcome, error: error)))
                }
            case .reopenStream: take(machine.renew(now: now), now)
            case .rest: if isClientSuspended { take(machine.suspend(), now) }
            }
        }
        errors = [:]
    }

    /// Numbers of a room that is followed by members, or polled, are those of its members.
    private mutating func count() {
        guard wantsCounts || machine.replica.detail == .counts, machine.replica.counts == nil,
            !machine.replica.position.epoch.isEmpty, tally?.version != membersVersion
        else { return }
        let counts = RoomCounts(
            of: machine.replica.members, in: hall?.revision, seq: machine.replica.position.seq)
        tally = (membersVersion, counts)
    }

    private mutating func compare(_ scalars: Scalars) {
        defer { seen = scalars }
        guard let seen, seen != scalars else { return }
        if seen.me != scalars.me {
            changed.formUnion([.me, .members])
            for memberID in Set([seen.me?.memberID, scalars.me?.memberID].compactMap(\.self)) {
                for id in consumers.keys { consumers[id]?.touch(memberID) }
            }
        }
        if seen.counts?.whole != scalars.counts?.whole || seen.counts?.areas != scalars.counts?.areas {
            changed.insert(.counts)
        }
        if seen.position != scalars.position { changed.insert(.position) }
        if seen.presence != scalars.presence { changed.insert(.presence) }
        if seen.pass != scalars.pass { changed.insert(.pass) }
        if seen.connection != scalars.connection { changed.insert(.connection) }
        if seen.isStale != scalars.isStale { changed.insert(.isStale) }
        if seen.skew != scalars.skew { changed.insert(.skew) }
        changed.insert(.diagnostics)
    }
}

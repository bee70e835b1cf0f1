import UsherCore

/// Drives one machine in its own time, and keeps what it asked for.
struct WatchDriver {
    var machine: SeatWatchMachine
    var now: Int64 = 1_000
    var generator: SeededGenerator
    /// Of the last input.
    var directives: [SeatWatchMachine.Directive] = []
    /// All that was ever told.
    var news: [SeatWatchMachine.News] = []
    /// Streams and polls that are open.
    var open: Set<Int> = []
    var polls: Set<Int> = []
    /// The most of both at once.
    var mostOpen = 0
    /// When streams were opened, and where.
    var opened: [(at: Int64, position: Position)] = []
    var polled: [Int64] = []
    private(set) var stream = 0
    private(set) var poll = 0

    init(known: SeatMapReplica = SeatMapReplica(), seed: UInt64 = 1, settings: WatchSettings = WatchSettings()) {
        machine = SeatWatchMachine(settings, known: known)
        generator = SeededGenerator(seed: seed)
    }

    mutating func take(_ directives: [SeatWatchMachine.Directive]) {
        self.directives = directives
        for directive in directives {
            switch directive {
            case .openStream(let id, let position, _):
                stream = id
                open.insert(id)
                opened.append((now, position))
            case .closeStream(let id): open.remove(id)
            case .poll(let id, _):
                poll = id
                polls.insert(id)
                polled.append(now)
            case .cancelPoll(let id): polls.remove(id)
            case .tell(let told): news.append(told)
            }
            mostOpen = max(mostOpen, open.count + polls.count)
        }
    }

    mutating func users(_ count: Int) { take(machine.usersChanged(to: count, now: now)) }
    mutating func suspend() { take(machine.suspend()) }
    mutating func resume() { take(machine.resume(now: now)) }
    mutating func networkChanged() { take(machine.networkChanged(now: now)) }

    mutating func event(_ event: SeatEvent, bytes: Int = 10, on id: Int? = nil) {
        take(machine.streamEvent(id: id ?? stream, event, bytes: bytes, now: now, using: &generator))
    }

    mutating func end(_ failure: StreamFailure? = StreamFailure("gone")) {
        open.remove(stream)
        take(machine.streamEnded(id: stream, failure, now: now, using: &generator))
    }

    mutating func answer(_ event: SeatEvent) {
        polls.remove(poll)
        take(machine.pollAnswered(id: poll, event, bytes: 10, now: now, using: &generator))
    }

    mutating func failPoll(_ failure: StreamFailure = StreamFailure("gone")) {
        polls.remove(poll)
        take(machine.pollFailed(id: poll, failure, now: now, using: &generator))
    }

    /// Moves on until the machine's timer leads to something, if it has one.
    mutating func wait() {
        directives = []
        while directives.isEmpty, let wakes = machine.wakesAt {
            now = max(now, wakes)
            take(machine.timePassed(now: now, using: &generator))
        }
    }

    mutating func pass(_ span: TimeSpan) {
        now += span.nanoseconds
        take(machine.timePassed(now: now, using: &generator))
    }

    /// Fails streams until the map is polled.
    mutating func failUntilPolling() {
        while machine.state != .polling {
            if open.isEmpty { wait() } else { end() }
        }
    }

    // MARK: Events

    static func snapshot(_ seq: UInt64, _ states: [UInt8], epoch: String = "e", revision: UInt64 = 1) -> SeatEvent {
        .snapshot(
            SeatSnapshot(
                showID: "s", epoch: epoch, seq: seq, hallID: "h", hallRevision: revision, states: states,
                serverTime: Timestamp(nanoseconds: 7)))
    }

    static func delta(_ first: UInt64, _ last: UInt64, _ changes: SeatChange...) -> SeatEvent {
        .delta(SeatDelta(firstSeq: first, lastSeq: last, changes: changes))
    }

    static func heartbeat(_ seq: UInt64) -> SeatEvent {
        .heartbeat(seq: seq, serverTime: Timestamp(nanoseconds: 7), showVersion: 1)
    }

    /// A machine with one user, a live stream and a map of three seats at seq 4.
    static func live(seed: UInt64 = 1) -> WatchDriver {
        var driver = WatchDriver(seed: seed)
        driver.users(1)
        driver.event(snapshot(4, [1, 1, 2]))
        driver.pass(.seconds(2))
        return driver
    }
}

/// What streams say, and how they end.
extension WatchMachine {
    /// An event of a stream arrived; `bytes` is the size of its message.
    public mutating func streamEvent(
        id: Int, _ event: Replica.Event, bytes: Int, now: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Directive] {
        defer { age(now) }
        counters.events += 1
        counters.bytes += bytes
        guard case .stream(id, let liveSince, _) = work else {
            counters.droppedEvents += 1
            return []
        }
        lastMessageAt = now
        work = .stream(id: id, liveSince: liveSince, deadline: Self.time(now, settings.patience))
        if liveSince != nil, replica.isLate(event, leftEpoch: leftEpoch) {
            counters.droppedEvents += 1
            return []
        }
        var directives: [Directive] = []
        let epoch = replica.position.epoch
        let outcome = replica.apply(event)
        switch outcome {
        case .applied, .replaced, .alive:
            if liveSince == nil { live(id, now, &directives) }
            tell(outcome, event, epochBefore: epoch, &directives)
        case .sideChanged: tell(outcome, event, epochBefore: epoch, &directives)
        case .ignored: if !Replica.isUnknown(event) { counters.droppedEvents += 1 }
        case .resume: gapFound(id, liveSince, now, &generator, &directives)
        case .drain(let span, let reason):
            settle(liveSince, now)
            drain(id, span, reason, now, &generator, &directives)
        }
        return directives
    }

    /// A stream ended by itself; nil: with OK.
    public mutating func streamEnded(
        id: Int, _ failure: StreamFailure?, now: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Directive] {
        defer { age(now) }
        guard case .stream(id, let liveSince, _) = work else { return [] }
        work = .none
        var directives: [Directive] = []
        let failure = failure ?? StreamFailure("the gateway ended the stream")
        streamLost(failure, liveSince: liveSince, now, &generator, &directives)
        return directives
    }

    private mutating func live(_ id: Int, _ now: Int64, _ directives: inout [Directive]) {
        work = .stream(id: id, liveSince: now, deadline: Self.time(now, settings.patience))
        polling = nil
        move(to: .live, &directives)
    }

    /// Counts and passes on what an event did to the map.
    mutating func tell(
        _ outcome: StreamOutcome<Replica.Change>, _ event: Replica.Event, epochBefore: String,
        _ directives: inout [Directive]
    ) {
        switch outcome {
        case .applied(let changes):
            repaired()
            directives.append(.tell(.changed(changes)))
        case .replaced(let changes, let newEpoch, let newHall):
            repaired()
            counters.snapshots += 1
            if newEpoch {
                counters.epochChanges += 1
                leftEpoch = epochBefore
            }
            directives.append(.tell(.replaced(changes: changes, newEpoch: newEpoch, newHall: newHall)))
            if let time = Replica.snapshotTime(event) { directives.append(.tell(.serverTime(time))) }
        case .alive(let serverTime):
            repaired()
            directives.append(.tell(.serverTime(serverTime)))
        case .sideChanged: if let side = replica.side { directives.append(.tell(.side(side))) }
        case .ignored, .resume, .drain: break
        }
    }

    private mutating func repaired() {
        guard gapIsOpen else { return }
        gapIsOpen = false
        counters.repairedGaps += 1
    }

    // MARK: Losing and moving

    /// Something is missing: a new stream from the last good position brings it. At once the first time, with a pause
    /// if it goes on like that.
    private mutating func gapFound(
        _ id: Int, _ liveSince: Int64?, _ now: Int64, _ generator: inout some RandomNumberGenerator,
        _ directives: inout [Directive]
    ) {
        work = .none
        directives.append(.closeStream(id: id))
        settle(liveSince, now)
        let repeats = lastGap.map { now - $0 < Limits.gapMemory.nanoseconds } ?? false
        lastGap = now
        gapIsOpen = true
        guard repeats else { return open(now, &directives) }
        let failure = StreamFailure("the stream left something out", cause: .gap)
        streamLost(failure, liveSince: nil, now, &generator, &directives)
    }

    /// The gateway goes: its stream is left before it is cut. No failure of anybody's.
    private mutating func drain(
        _ id: Int, _ span: TimeSpan, _ reason: String, _ now: Int64, _ generator: inout some RandomNumberGenerator,
        _ directives: inout [Directive]
    ) {
        directives.append(.closeStream(id: id))
        let asked = max(0, min(span.nanoseconds, Limits.longestAskedPause.nanoseconds))
        let spread = max(asked / 2, Limits.drainSpread.nanoseconds)
        let pause = TimeSpan(nanoseconds: asked + Int64.random(in: 0...spread, using: &generator))
        let until = Self.time(now, pause)
        if let polling {
            self.polling?.nextStream = until
            work = .pause(until: min(until, polling.nextPoll))
        } else {
            work = .pause(until: until)
            let failure = StreamFailure("the gateway is going: \(reason)", cause: .drain)
            move(to: .waiting(retryIn: pause, after: failure), &directives)
        }
    }

    /// `work` is none already, and the stream closed.
    mutating func streamLost(
        _ failure: StreamFailure, liveSince: Int64?, _ now: Int64, _ generator: inout some RandomNumberGenerator,
        _ directives: inout [Directive]
    ) {
        counters.failures += 1
        if failure.isFinal { return fail(failure, &directives) }
        settle(liveSince, now)
        // Far beyond the bound the count has nothing left to say.
        failures = min(failures + 1, 1_000_000)
        let floor = asked(failure)
        if polling != nil || failures >= settings.failuresBeforePolling {
            keepPolling(floor, now, &generator, &directives)
            return
        }
        let jittered = backoff.next(using: &generator)
        let pause = TimeSpan(nanoseconds: floor + jittered.nanoseconds)
        work = .pause(until: Self.time(now, pause))
        move(to: .waiting(retryIn: pause, after: failure), &directives)
    }

    /// A stream that lived, and not just for a moment, was a success.
    private mutating func settle(_ liveSince: Int64?, _ now: Int64) {
        guard let liveSince, now - liveSince >= settings.settleTime.nanoseconds else { return }
        failures = 0
        backoff.reset()
    }

    mutating func fail(_ failure: StreamFailure, _ directives: inout [Directive]) {
        work = .none
        polling = nil
        move(to: .failed(failure), &directives)
    }

    /// What the gateway asked for, in nanoseconds and within reason.
    func asked(_ failure: StreamFailure) -> Int64 {
        max(0, min(failure.retryAfter?.nanoseconds ?? 0, Limits.longestAskedPause.nanoseconds))
    }
}

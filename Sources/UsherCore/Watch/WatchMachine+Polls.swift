/// The fallback: where no stream comes through, calls may.
extension WatchMachine {
    /// The answer of a poll arrived; `bytes` is the size of its message.
    public mutating func pollAnswered(
        id: Int, _ event: Replica.Event, bytes: Int, now: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Directive] {
        defer { age(now) }
        counters.events += 1
        counters.bytes += bytes
        guard case .poll(id, _) = work else {
            counters.droppedEvents += 1
            return []
        }
        lastMessageAt = now
        var directives: [Directive] = []
        let epoch = replica.position.epoch
        let outcome = replica.apply(event)
        switch outcome {
        case .applied, .replaced, .alive:
            polling?.lastSucceeded = true
            tell(outcome, event, epochBefore: epoch, &directives)
        case .sideChanged: tell(outcome, event, epochBefore: epoch, &directives)
        case .ignored: counters.droppedEvents += 1
        // The next poll, or the next stream, goes on from the position that is left.
        case .resume: gapIsOpen = true
        case .drain: break
        }
        pollAgain(after: 0, now, &generator)
        return directives
    }

    public mutating func pollFailed(
        id: Int, _ failure: StreamFailure, now: Int64, using generator: inout some RandomNumberGenerator
    ) -> [Directive] {
        defer { age(now) }
        guard case .poll(id, _) = work else { return [] }
        var directives: [Directive] = []
        pollLost(failure, now, &generator, &directives)
        return directives
    }

    mutating func pollLost(
        _ failure: StreamFailure, _ now: Int64, _ generator: inout some RandomNumberGenerator,
        _ directives: inout [Directive]
    ) {
        counters.failures += 1
        if failure.isFinal { return fail(failure, &directives) }
        polling?.lastSucceeded = false
        pollAgain(after: asked(failure), now, &generator)
    }

    /// A stream came to nothing: polling begins or goes on, and the next stream is tried later.
    mutating func keepPolling(
        _ floor: Int64, _ now: Int64, _ generator: inout some RandomNumberGenerator, _ directives: inout [Directive]
    ) {
        var next = polling ?? Polling(nextPoll: now, nextStream: now)
        if polling == nil {
            // The first poll of a crowd that gave up together comes at any time within an interval.
            let first = Int64.random(in: 0...settings.pollInterval.nanoseconds, using: &generator)
            next.nextPoll = Self.time(now, TimeSpan(nanoseconds: first))
        }
        next.nextPoll = max(next.nextPoll, Self.time(now, TimeSpan(nanoseconds: floor)))
        let span = Self.jittered(settings.probeInterval, &generator).nanoseconds
        next.nextStream = Self.time(now, TimeSpan(nanoseconds: floor + span))
        polling = next
        work = .pause(until: min(next.nextPoll, next.nextStream))
        move(to: .polling, &directives)
    }

    private mutating func pollAgain(after floor: Int64, _ now: Int64, _ generator: inout some RandomNumberGenerator) {
        let span = floor + Self.jittered(settings.pollInterval, &generator).nanoseconds
        let nextPoll = Self.time(now, TimeSpan(nanoseconds: span))
        polling?.nextPoll = nextPoll
        work = .pause(until: min(nextPoll, polling?.nextStream ?? nextPoll))
    }

    /// ± 20 %.
    private static func jittered(_ span: TimeSpan, _ generator: inout some RandomNumberGenerator) -> TimeSpan {
        let fifth = span.nanoseconds / 5
        return TimeSpan(nanoseconds: span.nanoseconds + Int64.random(in: -fifth...fifth, using: &generator))
    }
}

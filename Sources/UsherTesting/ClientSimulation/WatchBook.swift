import UsherCore

/// A client's streams and polls as its network saw them, counted without any of the machine's code.
struct WatchBook {
    private(set) var stream: Int?
    private(set) var poll: Int?
    private(set) var counters = WatchCounters()
    /// Attempts at a stream in a row that came to nothing, repairs counted: at least as many as the machine counts.
    private var failures = 0
    private var liveSince: Int64?
    private var isPolling = false
    private var lastPoll: Int64?
    /// The machine said that it waits until then.
    private var dueAt: Int64?
    /// What the gateway asked for last, in nanoseconds.
    var asked: Int64 = 0

    /// Events that the network lost, or that were overtaken.
    var misfortunes = 0
    private var gaps = 0
    /// Events of streams and polls that were left.
    private var late = 0
    /// The open stream said something.
    private var hasSpoken = false

    mutating func opened(_ id: Int, at now: Int64, byPerson: Bool) -> String? {
        counters.streams += 1
        if stream != nil || poll != nil { return "stream \(id) was opened beside \(stream ?? poll ?? 0)" }
        stream = id
        hasSpoken = false
        liveSince = nil
        if byPerson {
            failures = 0
            isPolling = false
            lastPoll = nil
        } else if let dueAt, now < dueAt {
            return "stream \(id) was opened \(dueAt - now) ns before the time that was told"
        }
        dueAt = nil
        return nil
    }

    mutating func polled(_ id: Int, at now: Int64) -> String? {
        counters.polls += 1
        if stream != nil || poll != nil { return "poll \(id) was sent beside \(stream ?? poll ?? 0)" }
        poll = id
        dueAt = nil
        if !isPolling, failures < 10 { return "it polls after \(failures) failures" }
        isPolling = true
        defer { lastPoll = now }
        if let lastPoll, now - lastPoll < 3_900_000_000 { return "it polled twice within \(now - lastPoll) ns" }
        return nil
    }

    mutating func wentLive(at now: Int64) -> String? {
        liveSince = now
        isPolling = false
        lastPoll = nil
        return hasSpoken ? nil : "it is live before its stream said anything"
    }

    /// The stream ended, or was left.
    mutating func ended(_ id: Int, at now: Int64) {
        guard stream == id else { return }
        stream = nil
        if let liveSince, now - liveSince >= 1_000_000_000 { failures = 0 }
        failures += 1
        liveSince = nil
    }

    mutating func pollEnded(_ id: Int) {
        if poll == id { poll = nil }
    }

    mutating func heard(on id: Int, bytes: Int) {
        counters.events += 1
        counters.bytes += bytes
        if id == stream { hasSpoken = true } else if id != poll { late += 1 }
    }

    /// The stream was left because of what it said, and that was no farewell.
    mutating func gapWasFound() -> String? {
        gaps += 1
        return gaps > misfortunes ? "it found \(gaps) gaps, of \(misfortunes) that there may be" : nil
    }

    /// The machine said how long it waits.
    mutating func waits(_ span: TimeSpan, after failure: StreamFailure, at now: Int64) -> String? {
        dueAt = now + span.nanoseconds
        var ceiling = Int64(1_000_000_000)
        for _ in 1..<max(2, min(failures, 40)) where failures > 1 { ceiling = min(30_000_000_000, ceiling * 2) }
        switch failure.cause {
        case .drain: ceiling = asked + max(asked / 2, 1_000_000_000)
        case .told: ceiling += failure.retryAfter?.nanoseconds ?? 0
        case .silence, .gap: break
        }
        guard span.nanoseconds <= ceiling else { return "it waits \(span.nanoseconds) ns after \(failures) failures" }
        return nil
    }

    /// What the machine counts must be what was seen.
    func contradicts(_ machine: SeatWatchMachine) -> String? {
        let told = machine.counters
        if told.streams != counters.streams { return "\(told.streams) streams are counted, \(counters.streams) were" }
        if told.polls != counters.polls { return "\(told.polls) polls are counted, \(counters.polls) were" }
        if told.events != counters.events { return "\(told.events) events are counted, \(counters.events) were" }
        if told.bytes != counters.bytes { return "\(told.bytes) bytes are counted, \(counters.bytes) were" }
        if told.droppedEvents < late { return "\(late) events came too late, it dropped \(told.droppedEvents)" }
        if told.droppedEvents + told.snapshots > told.events { return "more was dropped than came" }
        if told.failures > told.streams + told.polls { return "more failed than was tried" }
        if told.epochChanges >= max(1, told.snapshots) { return "more epochs than snapshots" }
        if stream == nil, machine.state == .live { return "it calls itself live without a stream" }
        return nil
    }
}

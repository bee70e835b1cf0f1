import UsherCore

/// A focus timer's state behind its lock: the machine, and who waits for what it does.
struct FocusTimerState {
    /// What observers can see, to find what changed. A session that runs is the same as long as its times are.
    struct Seen: Equatable {
        var session: FocusSession?
        var endsAt: Timestamp?
        var unsent = 0
        var error: UsherError?
        var skew: TimeSpan?
        var isSyncing = false
    }

    struct Consumer {
        enum News {
            case reminders(FocusReminderMerger)
            case rejections([RejectedFocusEvent])
        }

        var news: News
        var continuation: CheckedContinuation<Void, Never>?
    }

    struct Waiter {
        /// The round whose end it waits for.
        var round: Int
        var continuation: CheckedContinuation<Void, Never>
    }

    /// What is done outside the lock.
    struct Effects {
        var changed: FocusTimerProperties = []
        var woken: [CheckedContinuation<Void, Never>] = []
        var ends: [FocusSession] = []
        var call: (client: UsherClient, call: FocusTalk.Call)?
    }

    typealias EndBody = @isolated(any) @Sendable (FocusSession) async -> Void

    var machine: FocusTimerMachine
    var seen = Seen()
    var client: UsherClient?
    /// Counts attachments: an answer to a client that was taken away is none.
    var attachment = 0
    var endBody: EndBody?
    var consumers: [Int: Consumer] = [:]
    var waiters: [Int: Waiter] = [:]
    var sleeper: (id: Int, wakes: Int64, task: Task<Void, Never>)?
    var lastID = 0
    /// Rejected events that nobody was there to hear of.
    var untold: [RejectedFocusEvent] = []
    /// What the gateway, or the store, refused last.
    var error: UsherError?
    var isClosed = false
    weak var handle: FocusTimer?

    init(_ machine: FocusTimerMachine) {
        self.machine = machine
    }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// Compares with what was seen last, wakes who has to hear of it, and finds what is to be done.
    mutating func finish(_ now: DeviceTime, _ effects: inout Effects) {
        tell(machine.takeRejections())
        if endBody != nil, !isClosed { effects.ends = machine.takeEnds(now: now) }
        if let client, !isClosed, let call = machine.nextCall(now: now) { effects.call = (client, call) }
        effects.changed = compare(now)
        for (id, consumer) in consumers where consumer.continuation != nil {
            guard isClosed || hasNews(consumer, now) else { continue }
            if let waiting = consumers[id]?.continuation.take() { effects.woken.append(waiting) }
        }
        for (id, waiter) in waiters where isClosed || machine.sync.rounds >= waiter.round {
            waiters[id] = nil
            effects.woken.append(waiter.continuation)
        }
    }

    private mutating func compare(_ now: DeviceTime) -> FocusTimerProperties {
        var session = machine.session(now)
        let endsAt = session.flatMap { machine.memory.sessions[$0.sessionID]?.endsAt }
        session?.serverTime = Timestamp(nanoseconds: 0)
        if session?.state == .focusing { session?.elapsed = .zero }
        let new = Seen(
            session: session, endsAt: endsAt, unsent: machine.memory.pending.count, error: error,
            skew: machine.skew, isSyncing: machine.sync.isBusy)
        let old = seen
        seen = new
        var changed: FocusTimerProperties = []
        if old.session != new.session || old.endsAt != new.endsAt { changed.insert(.session) }
        if old.unsent != new.unsent { changed.insert(.unsent) }
        if old.error != new.error { changed.insert(.syncError) }
        if old.skew != new.skew { changed.insert(.skew) }
        if old.isSyncing != new.isSyncing { changed.insert(.isSyncing) }
        return changed
    }

    // MARK: Consumers

    private mutating func tell(_ rejected: [RejectedFocusEvent]) {
        guard !rejected.isEmpty else { return }
        var isHeard = false
        for (id, consumer) in consumers {
            guard case .rejections(let waiting) = consumer.news else { continue }
            isHeard = true
            consumers[id]?.news = .rejections((waiting + rejected).suffix(Limits.untoldRejections))
        }
        if !isHeard { untold = (untold + rejected).suffix(Limits.untoldRejections) }
    }

    private func hasNews(_ consumer: Consumer, _ now: DeviceTime) -> Bool {
        switch consumer.news {
        case .rejections(let waiting): return !waiting.isEmpty
        case .reminders(var merger): return merger.next(machine.reminders(now), wall: now.wall) != nil
        }
    }

    func hasNews(_ id: Int, _ now: DeviceTime) -> Bool {
        consumers[id].map { hasNews($0, now) } ?? false
    }

    mutating func nextReminder(_ id: Int, _ now: DeviceTime) -> FocusReminderChange? {
        guard case .reminders(var merger)? = consumers[id]?.news else { return nil }
        defer { consumers[id]?.news = .reminders(merger) }
        return merger.next(machine.reminders(now), wall: now.wall)
    }

    mutating func nextRejections(_ id: Int) -> [RejectedFocusEvent]? {
        guard case .rejections(let waiting)? = consumers[id]?.news, !waiting.isEmpty else { return nil }
        consumers[id]?.news = .rejections([])
        return waiting
    }
}

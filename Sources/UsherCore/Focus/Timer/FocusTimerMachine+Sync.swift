/// The talk with the gateway. A round reads what it knows, sends what waits, and reads again where the gateway saw things
/// otherwise.
extension FocusTimerMachine {
    /// There is a gateway now.
    package mutating func attach(now: DeviceTime) {
        sync.isAttached = true
        sync.wantsList = true
        sync.readsAll = true
        sync.backoff.reset()
        sync.hurry(now)
    }

    /// There is none any more. An answer that is still on its way counts as none.
    package mutating func detach() {
        if sync.isBusy {
            sync.hasFailed = true
            sync.rounds += 1
        }
        sync.isAttached = false
        sync.step = .idle
        sync.due = nil
    }

    /// The network is another one, or somebody asks: then also for an app in the background.
    package mutating func syncNow(isAsked: Bool, now: DeviceTime) {
        sync.isAsked = sync.isAsked || isAsked
        sync.readsAll = sync.readsAll || isAsked
        sync.wantsList = true
        sync.backoff.reset()
        sync.hurry(now)
    }

    /// The app goes to the background, or comes back.
    package mutating func suspend(_ isSuspended: Bool, now: DeviceTime) {
        sync.isSuspended = isSuspended
        if !isSuspended { syncNow(isAsked: false, now: now) }
    }

    /// The next call, if one is due: exactly one of `listed`, `pushed` and `failed` has to follow.
    package mutating func nextCall(now: DeviceTime) -> FocusTalk.Call? {
        guard sync.isDue(now) else { return nil }
        let age = sync.listedAt.map { now.steady - $0 }
        if sync.wantsList || memory.pending.isEmpty || age.map({ $0 > Limits.focusListAge.nanoseconds }) ?? true {
            sync.wantsList = false
            sync.step = .listing(pages: 1)
            return .list(pageToken: "")
        }
        return push(now)
    }

    private mutating func push(_ now: DeviceTime) -> FocusTalk.Call {
        var count = min(memory.pending.count, Limits.focusPushed)
        // Sessions go whole where they can: their later events may be what the gateway accepts the earlier ones for.
        if count < memory.pending.count,
            let start = memory.pending[1...count].lastIndex(where: { $0.event.type == .start })
        {
            count = start
        }
        let events = memory.pending.prefix(count).map(\.event)
        sync.step = .pushing(count: events.count)
        return .push(events)
    }

    /// The gateway told a page of the member's sessions. Returns the call that follows at once.
    package mutating func listed(
        _ sessions: [FocusSession], nextPageToken: String, serverTime: Timestamp?, sent: DeviceTime,
        received: DeviceTime,
        using generator: inout some RandomNumberGenerator
    ) -> FocusTalk.Call? {
        guard case .listing(let pages) = sync.step else { return nil }
        sync.listedAt = received.steady
        hear(sessions, serverTime, sent: sent, received: received)
        let news = sessions.count { adopt($0) }
        if pages == 1 { forgetAbsent(sessions, isLast: nextPageToken.isEmpty) }
        prune()
        // Older pages mostly hold nothing new where this one held nothing; now and then they do.
        if news > 0 || sync.readsAll, !nextPageToken.isEmpty, pages < Limits.focusPages {
            sync.step = .listing(pages: pages + 1)
            return .list(pageToken: nextPageToken)
        }
        sync.readsAll = false
        return goOn(received, using: &generator)
    }

    /// The gateway judged the events of the last push. Returns the call that follows at once.
    package mutating func pushed(
        _ sessions: [FocusSession], rejected: [RejectedFocusEvent], sent: DeviceTime, received: DeviceTime,
        using generator: inout some RandomNumberGenerator
    ) -> FocusTalk.Call? {
        guard case .pushing(let count) = sync.step else { return nil }
        hear(sessions, nil, sent: sent, received: received)
        let named = Set(memory.pending.prefix(count).map(\.event.sessionID))
        let told = Set(sessions.map(\.sessionID))
        for session in sessions { adopt(session) }
        keep(.settled(count))
        // Sessions that the gateway does not know: their START was rejected, or it lost them.
        for id in named.subtracting(told) where memory.confirmed[id] != nil { keep(.forgot(id)) }
        reject(rejected)
        prune()
        if !rejected.isEmpty { sync.wantsList = true }
        return goOn(received, using: &generator)
    }

    /// The call was not answered, or refused as a whole. Nothing is lost: it comes again.
    package mutating func failed(
        retryAfter: TimeSpan?, isFinal: Bool, now: DeviceTime, using generator: inout some RandomNumberGenerator
    ) {
        guard sync.isBusy else { return }
        var pause = sync.backoff.next(using: &generator)
        if isFinal { pause = Limits.longestFocusPause }
        if let retryAfter { pause = max(pause, min(retryAfter, Limits.longestFocusPause)) }
        end(pause, now, hasFailed: true)
    }

    /// What the round still has to do, or its end.
    private mutating func goOn(
        _ now: DeviceTime, using generator: inout some RandomNumberGenerator
    ) -> FocusTalk.Call? {
        sync.backoff.reset()
        // Nothing more is asked of a gateway for an app that went to the background.
        if sync.isAttached, sync.mayCall {
            if !memory.pending.isEmpty { return push(now) }
            if sync.wantsList {
                sync.wantsList = false
                sync.step = .listing(pages: 1)
                return .list(pageToken: "")
            }
        }
        let pause = current(now) == nil ? Limits.focusIdlePull : Limits.focusOpenPull
        let jittered = Int64.random(in: pause.nanoseconds * 3 / 4...pause.nanoseconds * 5 / 4, using: &generator)
        end(TimeSpan(nanoseconds: jittered), now, hasFailed: false)
        return nil
    }

    private mutating func end(_ pause: TimeSpan, _ now: DeviceTime, hasFailed: Bool) {
        sync.step = .idle
        sync.hasFailed = hasFailed
        sync.isAsked = false
        sync.rounds += 1
        sync.schedule(pause, now)
    }

    // MARK: The gateway's word

    private mutating func hear(
        _ sessions: [FocusSession], _ serverTime: Timestamp?, sent: DeviceTime, received: DeviceTime
    ) {
        // All of one answer are of one moment; the latest is nearest to its receipt.
        guard let time = serverTime ?? sessions.map(\.serverTime).max() else { return }
        heard(time, sent: sent, received: received)
    }

    /// Takes what the gateway told of a session; true if it was news.
    @discardableResult
    private mutating func adopt(_ told: FocusSession) -> Bool {
        guard told.memberID == memory.memberID else { return false }
        let id = told.sessionID
        if let known = memory.confirmed[id] {
            if known.isSameStory(as: told) {
                guard !known.isOver, !told.state.isOpen else { return false }
                var over = known
                over.isOver = true
                keep(.adopted(over))
                return true
            }
        }
        var mine = memory.confirmed[id]
        for pending in memory.pending where pending.event.sessionID == id {
            guard pending.event.ordinal <= told.lastOrdinal else { break }
            if mine == nil {
                mine = KnownSession(started: pending.event, memberID: memory.memberID)
            } else {
                _ = mine?.take(pending.event)
            }
        }
        if var mine, mine.isSameStory(as: told) {
            mine.isOver = !told.state.isOpen
            keep(.adopted(mine))
        } else {
            keep(.adopted(KnownSession(told: told)))
        }
        forgetOldest()
        return true
    }

    /// Events that the gateway will reject, by what it told: they are gone now, so that nobody builds on them.
    private mutating func prune() {
        var sessions = memory.confirmed
        var index = 0
        while index < memory.pending.count {
            let event = memory.pending[index].event
            var verdict = FocusVerdict.refused(.unknown)
            if sessions[event.sessionID] != nil {
                verdict = sessions[event.sessionID]?.take(event) ?? verdict
            } else if let begun = KnownSession(started: event, memberID: memory.memberID) {
                sessions[event.sessionID] = begun
                verdict = .accepted
            }
            switch verdict {
            case .accepted, .repeated: index += 1
            case .refused(let refusal):
                keep(.dropped(index))
                reject([
                    RejectedFocusEvent(sessionID: event.sessionID, ordinal: event.ordinal, reason: refusal.reason)
                ])
            }
        }
    }

    /// An open session that the gateway's list should have named, and did not, is none of its any more.
    private mutating func forgetAbsent(_ listed: [FocusSession], isLast: Bool) {
        let ids = Set(listed.map(\.sessionID))
        let oldest = listed.map(\.startedAt).min()
        for id in memory.unended where !ids.contains(id) {
            guard let record = memory.confirmed[id]?.record else { continue }
            if isLast || oldest.map({ record.startedAt > $0 }) ?? true { keep(.forgot(id)) }
        }
    }

    private mutating func forgetOldest() {
        guard memory.confirmed.count > Limits.focusSessionsKept else { return }
        let waiting = Set(memory.pending.map(\.event.sessionID))
        let oldest = memory.confirmed.values.filter { known in
            known.end != nil && !waiting.contains(known.record.sessionID)
        }.min { ($0.record.startedAt, $0.record.sessionID) < ($1.record.startedAt, $1.record.sessionID) }
        if let oldest { keep(.forgot(oldest.record.sessionID)) }
    }
}

/// What a focus timer shows: all of it follows from the time stamps and the moment.
extension FocusTimerMachine {
    /// The time by which focus counts.
    package func time(_ now: DeviceTime) -> Timestamp { clock.time(at: now) }

    /// What to add to the device's wall clock to get the gateway's; nil before the gateway was heard.
    package var skew: TimeSpan? { clock.isKnown ? clock.skew : nil }

    /// The open session; of several, while the gateway has not yet said which one stands, the one that began last.
    package func current(_ now: DeviceTime) -> FocusSession? {
        let time = clock.time(at: now)
        var best: FocusSession?
        for id in memory.unended {
            guard let session = memory.sessions[id]?.record.session(at: time), session.state.isOpen else { continue }
            if best.map({ ($0.startedAt, $0.sessionID) < (session.startedAt, id) }) ?? true { best = session }
        }
        return best
    }

    /// The open session, or else the one that ended last.
    package func session(_ now: DeviceTime) -> FocusSession? {
        if let open = current(now) { return open }
        let time = clock.time(at: now)
        var best: (end: Timestamp, id: String, record: FocusRecord)?
        for (id, known) in memory.sessions {
            guard let end = known.record.ended(at: time)?.at else { continue }
            if best.map({ ($0.end, $0.id) < (end, id) }) ?? true { best = (end, id, known.record) }
        }
        return best?.record.session(at: time)
    }

    /// The focus that is left of the plan: from `planned` down to zero, never beyond either. Zero after the end; nil
    /// without a plan.
    package func remaining(_ now: DeviceTime) -> TimeSpan? {
        session(now).flatMap { Self.remaining(of: $0) }
    }

    package static func remaining(of session: FocusSession) -> TimeSpan? {
        guard let planned = session.planned else { return nil }
        guard session.state.isOpen else { return .zero }
        let left = Timestamp(nanoseconds: planned.nanoseconds) - Timestamp(nanoseconds: session.elapsed.nanoseconds)
        return min(planned, max(.zero, left))
    }

    /// Exactly those that must stand now.
    package func reminders(_ now: DeviceTime) -> [FocusReminder] {
        guard let session = current(now) else { return [] }
        let clock = clock
        guard session.state == .focusing else {
            return [
                .activity(
                    FocusActivity(
                        sessionID: session.sessionID, state: session.state, planned: session.planned,
                        elapsed: session.elapsed))
            ]
        }
        let begun = clock.wall(of: clock.time(at: now) - session.elapsed, at: now)
        let end = memory.sessions[session.sessionID]?.endsAt.map { clock.wall(of: $0, at: now) }
        var reminders = [
            FocusReminder.activity(
                FocusActivity(
                    sessionID: session.sessionID, state: session.state, planned: session.planned, countsFrom: begun,
                    countsTo: end))
        ]
        if let end { reminders.append(.notification(FocusNotification(sessionID: session.sessionID, at: end))) }
        return reminders
    }

    /// What statistics count: completed sessions.
    package func completed(_ now: DeviceTime) -> [FocusRecord] {
        let time = clock.time(at: now)
        return memory.sessions.values.map(\.record).filter { $0.state(at: time) == .completed }
    }

    /// How long until something changes by itself: a session ends, or a call is due; nil if nothing does.
    package func untilNext(_ now: DeviceTime) -> TimeSpan? {
        let time = clock.time(at: now)
        var next = sync.untilDue(now)
        for id in memory.unended {
            guard let end = memory.sessions[id]?.record.derivedEnd?.at, end > time else { continue }
            next = min(next ?? TimeSpan(nanoseconds: .max), end - time)
        }
        return next
    }
}

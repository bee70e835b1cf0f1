/// One focus session as its accepted events. Everything else is derived from their times: the state, the time focused,
/// and the end that comes by itself, so that nothing is lost by a kill, a reboot or a day without anybody looking.
///
/// A session with `planned` completes itself when its focusing time reaches it; an open-ended one is abandoned 12 hours
/// after its last event. Such an end takes no ordinal, and yields to an event whose time lies before it.
package struct FocusRecord: Sendable, Equatable {
    package struct Entry: Sendable, Hashable {
        package var type: FocusEventType
        package var at: Timestamp

        package init(_ type: FocusEventType, at: Timestamp) {
            self.type = type
            self.at = at
        }
    }

    /// How a session came to its end, and when.
    package struct End: Sendable, Hashable {
        package var state: FocusState
        package var at: Timestamp
    }

    package let sessionID: String
    package let memberID: String
    /// "" = none.
    package let roomID: String
    /// nil = open-ended.
    package let planned: TimeSpan?
    package let startedAt: Timestamp
    /// The accepted events of ordinal `firstOrdinal` and up, in order.
    package private(set) var entries: [Entry]
    /// 1, or more where the earlier events are known by their sum only: see `init(adopting:)`.
    package let firstOrdinal: UInt32
    /// Of the stretches that are over.
    package private(set) var focusedBefore: TimeSpan
    /// Of the running stretch; nil while paused and after the end.
    package private(set) var runningSince: Timestamp?
    /// The end that an event brought.
    package private(set) var end: End?
    private var lastEventAt: Timestamp
    /// What the events before `firstOrdinal` come to.
    private let adopted: Adopted?

    private enum Adopted: Sendable, Equatable {
        case over(FocusStretch)
        case runs(since: Timestamp)
    }

    /// A session that begins. nil if `start` is no START.
    package init?(start: FocusEvent, memberID: String) {
        guard start.type == .start else { return nil }
        self.init(
            sessionID: start.sessionID, memberID: memberID, roomID: start.roomID, planned: start.planned,
            startedAt: start.at)
    }

    /// A session that begins at `startedAt`.
    package init(sessionID: String, memberID: String, roomID: String, planned: TimeSpan?, startedAt: Timestamp) {
        self.sessionID = sessionID
        self.memberID = memberID
        self.roomID = roomID
        self.planned = planned
        self.startedAt = startedAt
        entries = [Entry(.start, at: startedAt)]
        firstOrdinal = 1
        focusedBefore = .zero
        runningSince = startedAt
        lastEventAt = startedAt
        adopted = nil
    }

    /// A session as a gateway told it, for a device that goes on with it. The events so far are known by their sum
    /// only: they count as one stretch, and an open-ended session's 12 hours count from `serverTime` where its last
    /// event is not its START.
    package init(adopting session: FocusSession) {
        sessionID = session.sessionID
        memberID = session.memberID
        roomID = session.roomID
        planned = session.planned
        startedAt = session.startedAt
        entries = []
        firstOrdinal = min(session.lastOrdinal, Self.lastAdopted) + 1
        focusedBefore = .zero
        lastEventAt = session.lastOrdinal <= 1 ? session.startedAt : session.serverTime
        switch session.state {
        case .focusing:
            // A start ahead of the server's clock has nothing behind it yet.
            let since = max(session.startedAt, session.serverTime - session.elapsed)
            runningSince = since
            adopted = .runs(since: since)
        case .paused, .completed, .abandoned:
            focusedBefore = session.elapsed
            adopted = .over(FocusStretch(start: session.startedAt, end: session.startedAt + session.elapsed))
            guard !session.state.isOpen else { break }
            let endedAt = session.endedAt ?? session.startedAt + session.elapsed
            end = End(state: session.state, at: endedAt)
            lastEventAt = endedAt
        }
    }

    /// No session has so many events; a gateway that says so does not stop the app.
    private static let lastAdopted = UInt32.max / 2

    package var lastOrdinal: UInt32 { firstOrdinal - 1 + UInt32(entries.count) }
    package var lastAt: Timestamp { lastEventAt }

    // MARK: Derived

    /// The end that comes by itself unless an event comes before; nil after the end, and for a planned session that
    /// pauses.
    package var derivedEnd: End? {
        guard end == nil else { return nil }
        guard let planned else { return End(state: .abandoned, at: lastEventAt + Limits.focusSilence) }
        guard let runningSince else { return nil }
        return End(state: .completed, at: runningSince + planned - focusedBefore)
    }

    /// When the session is over, as far as its events tell; nil while there is no end in sight. No time from here on is
    /// the session's.
    package var over: Timestamp? { end?.at ?? derivedEnd?.at }

    /// The end, if it has come by `now`.
    package func ended(at now: Timestamp) -> End? {
        if let end { return end }
        guard let derivedEnd, derivedEnd.at <= now else { return nil }
        return derivedEnd
    }

    package func state(at now: Timestamp) -> FocusState {
        ended(at: now)?.state ?? (runningSince == nil ? .paused : .focusing)
    }

    /// The sum of the focusing stretches up to `now`; never more than `planned`.
    package func elapsed(at now: Timestamp) -> TimeSpan {
        guard let runningSince else { return focusedBefore }
        let running = (ended(at: now)?.at ?? now) - runningSince
        return focusedBefore.grown(by: running)
    }

    package func session(at now: Timestamp) -> FocusSession {
        let ended = ended(at: now)
        return FocusSession(
            sessionID: sessionID, memberID: memberID, roomID: roomID, state: state(at: now), planned: planned,
            startedAt: startedAt, endedAt: ended?.at, elapsed: elapsed(at: now), lastOrdinal: lastOrdinal,
            serverTime: now)
    }

    /// The focusing stretches up to `now`, in order, none of them empty.
    package func stretches(at now: Timestamp) -> [FocusStretch] {
        var stretches: [FocusStretch] = []
        var since: Timestamp?
        switch adopted {
        case .over(let stretch): if stretch.start < stretch.end { stretches.append(stretch) }
        case .runs(let begun): since = begun
        case nil: break
        }
        for entry in entries {
            switch entry.type {
            case .start, .resume: since = entry.at
            case .pause, .complete, .abandon:
                if let begun = since, begun < entry.at { stretches.append(FocusStretch(start: begun, end: entry.at)) }
                since = nil
            }
        }
        let last = ended(at: now)?.at ?? now
        if let since, since < last { stretches.append(FocusStretch(start: since, end: last)) }
        return stretches
    }

    // MARK: Events

    /// Judges the event; an accepted one is part of the record afterwards. It knows nothing of the member's other
    /// sessions: see `FocusJournal`.
    package mutating func accept(_ event: FocusEvent, now: Timestamp) -> FocusVerdict {
        let faults = event.faults(now: now)
        guard faults.isEmpty else { return .refused(.fields(faults)) }
        guard event.sessionID == sessionID else { return .refused(.unknown) }
        let next = lastOrdinal + 1
        let ordinal = event.ordinal > 0 ? event.ordinal : event.type == .start ? 1 : next
        if ordinal < next { return known(event, ordinal) }
        guard ordinal == next else { return .refused(.ordinalGap(next: next)) }
        guard event.at >= lastEventAt else {
            return .refused(.fields([FieldFault("at", "must not be before the session's last event")]))
        }
        if let why = objection(to: event) { return .refused(.transition(why)) }
        apply(Entry(event.type, at: event.at))
        return .accepted
    }

    private func known(_ event: FocusEvent, _ ordinal: UInt32) -> FocusVerdict {
        if ordinal == 1, event.type == .start {
            // Its time may be another one: of a start without a time each side wrote down its own.
            return event.planned == planned && event.roomID == roomID ? .repeated : .refused(.exists)
        }
        if ordinal >= firstOrdinal {
            let known = entries[Int(ordinal - firstOrdinal)].type
            return known == event.type ? .repeated : .refused(.ordinalTaken(ordinal))
        }
        return ordinal == 1 || event.type == .start ? .refused(.ordinalTaken(ordinal)) : .repeated
    }

    /// Why the transition table has no such step; nil if it has.
    private func objection(to event: FocusEvent) -> String? {
        if let ended = ended(at: event.at) {
            switch (ended.state, end) {
            case (.completed, nil): return "it completed itself when its planned time was over"
            case (.completed, _): return "it is completed"
            case (_, nil): return "it was abandoned after 12 hours without an event"
            case (_, _): return "it is abandoned"
            }
        }
        if event.type == .pause || event.type == .resume, lastOrdinal >= Limits.focusEntries {
            return "it has \(Limits.focusEntries) events; complete or abandon it"
        }
        switch (event.type, runningSince) {
        case (.start, _): return "it has begun already"
        case (.pause, nil): return "it is paused"
        case (.resume, .some): return "it is running"
        case (.pause, .some), (.resume, nil), (.complete, _), (.abandon, _): return nil
        }
    }

    /// Takes over an event that was judged before: also what a store kept.
    package mutating func apply(_ entry: Entry) {
        entries.append(entry)
        lastEventAt = entry.at
        if let since = runningSince, entry.type != .resume {
            focusedBefore = focusedBefore.grown(by: entry.at - since)
            runningSince = nil
        }
        switch entry.type {
        case .start, .pause: break
        case .resume: runningSince = entry.at
        case .complete: end = End(state: .completed, at: entry.at)
        case .abandon: end = End(state: .abandoned, at: entry.at)
        }
    }
}

extension TimeSpan {
    /// Longer by a span that is not negative, and never beyond the range.
    fileprivate func grown(by other: TimeSpan) -> TimeSpan {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(max(0, other.nanoseconds))
        return TimeSpan(nanoseconds: overflow ? .max : sum)
    }
}

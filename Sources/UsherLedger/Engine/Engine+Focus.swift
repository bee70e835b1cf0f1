import UsherCore

// Focus sessions.
extension Engine {
    func handleFocus(_ ask: FocusAsk) throws(LedgerError) {
        switch ask {
        case .execute(let command, let tenant, let reply):
            try decide(reply) { () throws(LedgerError) in try execute(command, tenant: tenant) }
        case .sync(let events, let member, let reply):
            try decide(reply) { () throws(LedgerError) in try sync(events, of: member) }
        case .sessions(let member, let size, let token, let reply):
            try decide(reply) { () throws(LedgerError) in try listFocus(member, size: size, token: token) }
        case .stretches(let member, let from, let to, let place, let reply):
            try decide(reply) { () throws(LedgerError) in try stretches(member, from: from, to: to, after: place) }
        }
    }

    // MARK: Commands

    private func execute(_ command: FocusCommand, tenant: String) throws(LedgerError) -> Verdict<FocusSession> {
        switch command {
        case .start(let sessionID, let memberID, let roomID, let planned, let startedAt):
            let event = FocusEvent(
                sessionID: sessionID, ordinal: 1, type: .start, at: startedAt ?? batch.now, planned: planned,
                roomID: roomID)
            return try start(event, FocusMember(tenant: tenant, memberID: memberID), hasTime: startedAt != nil)
        case .change(let type, let sessionID, let ordinal, let at):
            guard let stored = try store.focus(sessionID, tenant: tenant) else { return .failure(.focusUnknown) }
            let event = FocusEvent(
                sessionID: sessionID, ordinal: ordinal, type: type, at: at ?? max(batch.now, stored.record.lastAt))
            return try judge(event, FocusMember(tenant: tenant, memberID: stored.record.memberID))
        case .get(let sessionID):
            guard let stored = try store.focus(sessionID, tenant: tenant) else { return .failure(.focusUnknown) }
            return .success(stored.record.session(at: batch.now))
        }
    }

    private func start(_ event: FocusEvent, _ member: FocusMember, hasTime: Bool) throws(LedgerError)
        -> Verdict<FocusSession>
    {
        if let fault = event.timeFault(now: batch.now, field: "started_at") { return .failure(.fields([fault])) }
        if hasTime, let stored = try store.focus(event.sessionID, tenant: member.tenant),
            stored.record.startedAt != event.at
        {
            return .failure(.focusExists)
        }
        return try judge(event, member)
    }

    /// One event, as a call brings it.
    private func judge(_ event: FocusEvent, _ member: FocusMember) throws(LedgerError) -> Verdict<FocusSession> {
        var work = try focusWork([event], of: member)
        switch work.journal.accept(event, now: batch.now) {
        case .refused(let refusal): return .failure(refusal.refusal)
        case .accepted: try write(work)
        case .repeated: break
        }
        guard let record = work.journal.records[event.sessionID] else { return .failure(.focusUnknown) }
        return .success(record.session(at: batch.now))
    }

    private func sync(_ events: [FocusEvent], of member: FocusMember) throws(LedgerError) -> FocusSync {
        var work = try focusWork(events, of: member)
        let rejected = work.journal.sync(events, now: batch.now)
        try write(work)
        let named = Set(events.map(\.sessionID))
        let sessions = work.journal.inOrder.filter { named.contains($0.sessionID) }
        return FocusSync(sessions: sessions.map { $0.session(at: batch.now) }, rejected: rejected)
    }

    // MARK: Work on a member's sessions

    /// The sessions that judging some events needs, and what the store has of them.
    private struct FocusWork {
        var member: FocusMember
        var journal: FocusJournal
        var stored: [String: StoredFocus] = [:]

        mutating func add(_ found: StoredFocus?) {
            guard let found, stored[found.record.sessionID] == nil else { return }
            stored[found.record.sessionID] = found
            journal.put(found.record)
        }
    }

    private func focusWork(_ events: [FocusEvent], of member: FocusMember) throws(LedgerError) -> FocusWork {
        var work = FocusWork(member: member, journal: FocusJournal(memberID: member.memberID))
        var seen: Set<String> = []
        for event in events where seen.insert(event.sessionID).inserted {
            guard let found = try store.focus(event.sessionID, tenant: member.tenant) else { continue }
            guard found.record.memberID == member.memberID else {
                work.journal.foreign.insert(event.sessionID)
                continue
            }
            work.add(found)
            work.add(try store.nextFocus(after: found.record.startedAt, of: member))
        }
        for event in events where event.type == .start && work.stored[event.sessionID] == nil {
            work.add(try store.lastFocus(startingBy: event.at, of: member))
            work.add(try store.nextFocus(after: event.at, of: member))
        }
        return work
    }

    /// Keeps what changed, and shows it in the rooms.
    private func write(_ work: FocusWork) throws(LedgerError) {
        let changed = work.journal.inOrder.filter { work.stored[$0.sessionID]?.record != $0 }
        guard !changed.isEmpty else { return }
        var shown: [RoomRef: RoomFocus] = [:]
        for record in changed {
            let before = work.stored[record.sessionID]?.record
            let wasOpen = before.map { isOpen($0) } ?? false
            guard wasOpen || isOpen(record), !record.roomID.isEmpty else { continue }
            let ref = RoomRef(tenant: work.member.tenant, roomID: record.roomID)
            // One change: of an end and a start in one room only the start shows.
            if isOpen(record) || shown[ref] == nil { shown[ref] = shows(record) }
        }
        // A room that cannot be read must not stop the batch: it is read before anything is written.
        for ref in shown.keys { _ = try loaded(ref) }
        for record in changed {
            let end = roomEnd(of: record)
            if let end { nextRoomEnd = min(nextRoomEnd ?? end, end) }
            if let key = work.stored[record.sessionID]?.key {
                try store.updateFocus(record, key: key, roomEnd: end)
            } else {
                try store.insertFocus(record, tenant: work.member.tenant, roomEnd: end)
            }
        }
        for (ref, focus) in shown.sorted(by: { $0.key.roomID < $1.key.roomID }) {
            try setFocus(focus, of: work.member.memberID, in: ref)
        }
    }

    private func isOpen(_ record: FocusRecord) -> Bool { record.state(at: batch.now).isOpen }

    // MARK: Rooms

    /// What a session shows of its member now.
    private func shows(_ record: FocusRecord) -> RoomFocus {
        switch record.state(at: batch.now) {
        case .focusing: .focusing(startedAt: batch.now - record.elapsed(at: batch.now), planned: record.planned)
        case .paused: .resting
        case .completed, .abandoned: .idle
        }
    }

    /// When the session's room is to hear of its end, where that comes by itself.
    private func roomEnd(of record: FocusRecord) -> Timestamp? {
        guard !record.roomID.isEmpty, let end = record.derivedEnd?.at, end > batch.now else { return nil }
        return end
    }

    /// What the running session of somebody who enters a room shows there; nil: it is of another room, or there is none.
    func runningFocus(of memberID: String, in ref: RoomRef) throws(LedgerError) -> RoomFocus? {
        // Sessions do not overlap: only the last one can be open.
        let member = FocusMember(tenant: ref.tenant, memberID: memberID)
        let last = try store.lastFocus(startingBy: Timestamp(nanoseconds: .max), of: member)
        guard let record = last?.record, record.roomID == ref.roomID, isOpen(record) else { return nil }
        return shows(record)
    }

    /// Tells the rooms of sessions that came to their end by themselves.
    func endDueFocus() throws(LedgerError) {
        while let next = nextRoomEnd, next <= batch.now {
            for stored in try store.roomEnds(by: batch.now, limit: Limits.roomEndsAtOnce) { try end(stored) }
            nextRoomEnd = try store.nextRoomEnd()
        }
    }

    private func end(_ stored: StoredFocus) throws(LedgerError) {
        let mark = store.writes
        do {
            if let ref = stored.room { try setFocus(.idle, of: stored.record.memberID, in: ref) }
        } catch {
            // One room that cannot be read does not keep the others from their time.
            guard error.kind == .damaged, store.writes == mark else { throw error }
            notices.trouble(error, now: clock.now)
        }
        try store.clearRoomEnd(key: stored.key)
    }

    // MARK: Reading

    private func listFocus(_ member: FocusMember, size: Int, token: String) throws(LedgerError)
        -> Verdict<Page<FocusSession>>
    {
        let listing = "focus/\(member.memberID)"
        guard let start = PageToken(token, listing: listing) else { return .failure(PageToken.fault) }
        let size = pageSize(size)
        let before =
            token.isEmpty
            ? nil
            : FocusPlace(startedAt: Timestamp(nanoseconds: Int64(bitPattern: start.number)), sessionID: start.text)
        var stored = try store.focusSessions(of: member, before: before, limit: size + 1)
        var next = ""
        if stored.count > size {
            stored.removeLast(stored.count - size)
            let last = stored[size - 1].place
            next =
                PageToken(
                    listing: listing, number: UInt64(bitPattern: last.startedAt.nanoseconds), text: last.sessionID
                ).string
        }
        return .success(Page(items: stored.map { $0.record.session(at: batch.now) }, nextToken: next))
    }

    private func stretches(_ member: FocusMember, from: Timestamp, to: Timestamp, after place: FocusPlace?)
        throws(LedgerError) -> FocusStretches
    {
        var start = place
        if start == nil {
            // Of those that begin before, the last one may reach into the range.
            start = try store.lastFocus(startingBy: from, of: member)?.place
        }
        var stored = try store.focusSessions(
            of: member, from: start ?? FocusPlace(startedAt: from, sessionID: ""), before: to,
            limit: Limits.focusPage + 1)
        var next: FocusPlace?
        if stored.count > Limits.focusPage { next = stored.removeLast().place }
        let stretches = stored.lazy.map(\.record).filter { $0.state(at: self.batch.now) == .completed }
            .flatMap { $0.stretches(at: self.batch.now) }
        return FocusStretches(stretches: Array(stretches), next: next)
    }
}

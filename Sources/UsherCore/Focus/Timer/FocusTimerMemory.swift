/// What a focus timer remembers over a kill. Changed by records alone, so that a store that kept them keeps all of it.
package struct FocusTimerMemory: Sendable, Equatable {
    package private(set) var memberID = ""
    package private(set) var deviceID = ""
    /// nil before the first moment of the first run.
    package private(set) var clock: FocusClock?
    /// Sessions as the gateway knows them, as far as it was heard.
    package private(set) var confirmed: [String: KnownSession] = [:]
    /// Events that the gateway has not answered, oldest first.
    package private(set) var pending: [PendingFocusEvent] = []
    /// Sessions with a plan that were seen open, and whose end the app is still to be told.
    package private(set) var awaited: Set<String> = []
    /// Those whose end it was told.
    package private(set) var told: Set<String> = []

    /// All sessions with the pending events: what is shown.
    package private(set) var sessions: [String: KnownSession] = [:]
    /// Those of which nothing says yet that they are over.
    package private(set) var unended: Set<String> = []

    package init() {}

    package mutating func apply(_ record: FocusTimerRecord) {
        switch record {
        case .began(let memberID, let deviceID):
            self.memberID = memberID
            self.deviceID = deviceID
        case .clock(let clock): self.clock = clock
        case .made(let event):
            pending.append(event)
            take(event.event)
        case .retimed(let times):
            for (index, time) in zip(pending.indices, times) {
                pending[index].event.at = time
                pending[index].isTimeKnown = true
            }
            for id in Set(pending.map(\.event.sessionID)) { refresh(id) }
        case .settled(let count):
            let done = pending.prefix(max(0, count))
            pending.removeFirst(done.count)
            for id in Set(done.map(\.event.sessionID)) { refresh(id) }
        case .dropped(let index):
            guard pending.indices.contains(index) else { return }
            refresh(pending.remove(at: index).event.sessionID)
        case .adopted(let session):
            confirmed[session.record.sessionID] = session
            refresh(session.record.sessionID)
        case .forgot(let id):
            confirmed[id] = nil
            refresh(id)
        case .told(let id):
            awaited.remove(id)
            told.insert(id)
        }
    }

    /// The shortest list of records that leads here.
    package var records: [FocusTimerRecord] {
        var records = [FocusTimerRecord.began(memberID: memberID, deviceID: deviceID)]
        if let clock { records.append(.clock(clock)) }
        records += confirmed.values.sorted { $0.record.sessionID < $1.record.sessionID }.map { .adopted($0) }
        records += pending.map { .made($0) }
        records += told.sorted().map { .told($0) }
        return records
    }

    // MARK: What follows

    private mutating func take(_ event: FocusEvent) {
        let id = event.sessionID
        if sessions[id] == nil {
            sessions[id] = KnownSession(started: event, memberID: memberID)
        } else {
            _ = sessions[id]?.take(event)
        }
        noted(id)
    }

    /// The session from what is confirmed and pending of it.
    private mutating func refresh(_ id: String) {
        var session = confirmed[id]
        for pending in pending where pending.event.sessionID == id {
            if session == nil {
                session = KnownSession(started: pending.event, memberID: memberID)
            } else {
                _ = session?.take(pending.event)
            }
        }
        sessions[id] = session
        noted(id)
    }

    private mutating func noted(_ id: String) {
        guard let known = sessions[id] else {
            unended.remove(id)
            awaited.remove(id)
            told.remove(id)
            return
        }
        if let end = known.end {
            unended.remove(id)
            // Of one that ended by its plan while nobody looked, the app is still to be told.
            if !known.record.session(at: end.at).endedByPlan { awaited.remove(id) }
        } else {
            unended.insert(id)
            if known.record.planned != nil, !told.contains(id) { awaited.insert(id) }
        }
    }
}

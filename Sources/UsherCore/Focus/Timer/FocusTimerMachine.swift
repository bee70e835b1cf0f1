/// A member's focus on one device: it works at once and alone, from time stamps, and agrees with the gateway when there
/// is one. A value: the shell keeps what `takeRecords()` gives before it shows or tells anything that follows from it.
///
/// The device's own events are `pending` until the gateway has answered them; what is shown is what the gateway told
/// last, with the pending events on top. The gateway's word replaces it: events that it rejects are gone and told, and so
/// are events that can no longer be accepted after what it told.
package struct FocusTimerMachine: Sendable {
    package internal(set) var memory: FocusTimerMemory
    package internal(set) var sync = FocusTalk()
    /// Ends that the shell is telling.
    private var telling: Set<String> = []
    private var unkept: [FocusTimerRecord] = []
    private var rejections: [RejectedFocusEvent] = []

    /// Goes on with what a store kept.
    package init(_ memory: FocusTimerMemory, now: DeviceTime) {
        self.memory = memory
        if memory.clock == nil { keep(.clock(FocusClock(now))) }
    }

    /// Begins on a device that knows nothing yet.
    package init(memberID: String, deviceID: String, now: DeviceTime) {
        memory = FocusTimerMemory()
        keep(.began(memberID: memberID, deviceID: deviceID))
        keep(.clock(FocusClock(now)))
    }

    // MARK: What the shell does

    /// What is to be kept since the last time, in order.
    package mutating func takeRecords() -> [FocusTimerRecord] {
        defer { unkept = [] }
        return unkept
    }

    /// Events that were not accepted, each told once.
    package mutating func takeRejections() -> [RejectedFocusEvent] {
        defer { rejections = [] }
        return rejections
    }

    /// Sessions whose plan is fulfilled and whose end is still to be told; the same ones are not given again in this run.
    package mutating func takeEnds(now: DeviceTime) -> [FocusSession] {
        let time = clock.time(at: now)
        var ends: [FocusSession] = []
        for id in memory.awaited where !telling.contains(id) {
            guard let session = memory.sessions[id]?.record.session(at: time), session.endedByPlan else { continue }
            telling.insert(id)
            ends.append(session)
        }
        return ends.sorted { ($0.endedAt ?? time, $0.sessionID) < ($1.endedAt ?? time, $1.sessionID) }
    }

    /// The app has heard of the end: it is never told of it again.
    package mutating func toldEnd(of sessionID: String) {
        telling.remove(sessionID)
        if memory.awaited.contains(sessionID) { keep(.told(sessionID)) }
    }

    mutating func keep(_ record: FocusTimerRecord) {
        memory.apply(record)
        unkept.append(record)
    }

    mutating func reject(_ events: [RejectedFocusEvent]) {
        rejections += events
    }

    // MARK: What the user does

    /// Begins a session. Refused while one is open, for a plan that cannot be, and when too much waits for the gateway.
    package mutating func start(
        sessionID: String, planned: TimeSpan?, roomID: String, now: DeviceTime
    ) throws(FocusRefusal) -> FocusSession {
        let open = current(now)
        guard open == nil else { throw .transition("a session is open; finish or abandon it first") }
        var at = clock.time(at: now)
        // After a wall clock was set back, no moment may count for two sessions.
        let last = memory.sessions.values.compactMap { $0.record.ended(at: at + Limits.focusAhead)?.at }.max()
        if let last, last > at, last <= at + Limits.focusAhead { at = last }
        let event = FocusEvent(
            sessionID: sessionID, ordinal: 1, type: .start, at: at, planned: planned, roomID: roomID)
        let faults = event.faults(now: at)
        guard faults.isEmpty else { throw .fields(faults) }
        guard memory.sessions[sessionID] == nil else { throw .exists }
        return try make(event, now)
    }

    /// Pauses, resumes, completes or abandons the open session.
    package mutating func perform(_ type: FocusEventType, now: DeviceTime) throws(FocusRefusal) -> FocusSession {
        guard let open = current(now), let known = memory.sessions[open.sessionID] else {
            throw .transition("no session is open")
        }
        var event = FocusEvent(
            sessionID: open.sessionID, ordinal: known.record.lastOrdinal + 1, type: type,
            at: max(clock.time(at: now), known.record.lastAt))
        // What the gateway told has happened: what follows from it came later.
        if case .told(let session) = known.root { event.at = max(event.at, session.serverTime) }
        var trial = known
        if case .refused(let refusal) = trial.take(event) { throw refusal }
        return try make(event, now)
    }

    private mutating func make(_ event: FocusEvent, _ now: DeviceTime) throws(FocusRefusal) -> FocusSession {
        guard memory.pending.count < Limits.focusPending else {
            throw .transition("too many events wait for the gateway; connect to it first")
        }
        // What the wall clock shows now is what counts if the device restarts before the gateway is heard again.
        anchor(now)
        keep(.made(PendingFocusEvent(event: event, madeAt: now, isTimeKnown: clock.isKnown)))
        sync.want(now)
        guard let known = memory.sessions[event.sessionID] else { throw .unknown }
        return known.record.session(at: event.at)
    }

    // MARK: Time

    /// There is one from the first moment on.
    var clock: FocusClock {
        memory.clock ?? FocusClock(DeviceTime(wall: Timestamp(nanoseconds: 0), steady: 0, boot: ""))
    }

    /// Writes down where the wall clock stands, if somebody set it: that counts if the device restarts now.
    package mutating func look(_ now: DeviceTime) {
        anchor(now)
    }

    private mutating func anchor(_ now: DeviceTime) {
        let anchored = clock.anchored(at: now)
        if anchored.isWorthKeeping(after: clock) { keep(.clock(anchored)) }
    }

    /// The gateway told its time.
    mutating func heard(_ serverTime: Timestamp, sent: DeviceTime, received: DeviceTime) {
        guard serverTime.nanoseconds != 0 else { return }
        var new = clock
        new.heard(serverTime, sent: sent, received: received)
        guard new.isWorthKeeping(after: clock) || new.time(at: received) != clock.time(at: received) else { return }
        keep(.clock(new))
        retime()
    }

    /// Events that were made before the gateway's clock was known get the times that they really had.
    private mutating func retime() {
        guard memory.pending.contains(where: { !$0.isTimeKnown }) else { return }
        var latest: [String: Timestamp] = [:]
        var times: [Timestamp] = []
        for pending in memory.pending {
            let id = pending.event.sessionID
            let floor = latest[id] ?? memory.confirmed[id]?.record.lastAt
            var at = pending.isTimeKnown ? pending.event.at : clock.time(at: pending.madeAt)
            if let floor { at = max(at, floor) }
            latest[id] = at
            times.append(at)
        }
        keep(.retimed(times))
    }
}

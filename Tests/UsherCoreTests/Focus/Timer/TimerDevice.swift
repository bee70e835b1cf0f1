import UsherCore

/// One device of a member in a test: its clocks, its timer, what its store kept, and what its app has standing.
struct TimerDevice {
    /// What the wall clock is ahead of the true time.
    var wallError: TimeSpan
    var boot = 1
    /// The true time at which the steady clock began.
    var bootedAt = Timestamp(nanoseconds: 0)
    var machine: FocusTimerMachine
    /// What a kill leaves.
    var kept: [FocusTimerRecord] = []
    var held: [String: FocusReminder] = [:]
    /// Notifications that the system showed, and whether the session's plan was fulfilled by then, as far as was known
    /// here.
    var shown: [(sessionID: String, wasDue: Bool)] = []
    var ends: [String: Int] = [:]
    var rejected: [RejectedFocusEvent] = []
    /// Every event that was kept.
    var made: [FocusEvent] = []
    private var merger = FocusReminderMerger()
    private let name: String
    private var sessions = 0

    init(_ name: String, memberID: String = "ada", at time: Timestamp, wallError: TimeSpan = .zero) {
        self.name = name
        self.wallError = wallError
        bootedAt = Timestamp(nanoseconds: time.nanoseconds - 1_000_000_000)
        let now = DeviceTime(wall: time + wallError, steady: 1_000_000_000, boot: "\(name)-1")
        machine = FocusTimerMachine(memberID: memberID, deviceID: name, now: now)
        keep()
        drain(time)
    }

    func now(_ time: Timestamp) -> DeviceTime {
        DeviceTime(wall: time + wallError, steady: (time - bootedAt).nanoseconds, boot: "\(name)-\(boot)")
    }

    // MARK: The user

    @discardableResult
    mutating func start(
        _ planned: TimeSpan?, at time: Timestamp, killed: Bool = false
    ) throws(FocusRefusal) -> FocusSession {
        sessions += 1
        let id = "\(name)-s\(sessions)"
        return try act(time, killed) { (machine, now) throws(FocusRefusal) in
            try machine.start(sessionID: id, planned: planned, roomID: "", now: now)
        }
    }

    @discardableResult
    mutating func perform(
        _ type: FocusEventType, at time: Timestamp, killed: Bool = false
    ) throws(FocusRefusal) -> FocusSession {
        try act(time, killed) { (machine, now) throws(FocusRefusal) in try machine.perform(type, now: now) }
    }

    /// As a shell does it: on a copy, which holds when it is kept. A kill before that leaves nothing.
    private mutating func act(
        _ time: Timestamp, _ killed: Bool,
        _ body: (inout FocusTimerMachine, DeviceTime) throws(FocusRefusal) -> FocusSession
    ) throws(FocusRefusal) -> FocusSession {
        var copy = machine
        let session = try body(&copy, now(time))
        if killed {
            kill(time)
            return session
        }
        machine = copy
        keep()
        drain(time)
        return session
    }

    // MARK: The system

    /// Shows the notifications whose time has come, whether or not the app runs.
    mutating func showDue(_ time: Timestamp) {
        for case .notification(let notification) in held.values where notification.at <= now(time).wall {
            held[notification.id] = nil
            let session = machine.memory.sessions[notification.sessionID]?.record.session(
                at: machine.time(now(time)) + .milliseconds(500))
            shown.append((notification.sessionID, session?.endedByPlan ?? false))
        }
    }

    /// The program ends and starts again.
    mutating func kill(_ time: Timestamp) {
        var memory = FocusTimerMemory()
        for record in kept { memory.apply(record) }
        machine = FocusTimerMachine(memory, now: now(time))
        merger = FocusReminderMerger()
        look(time)
    }

    /// Somebody sets the wall clock. The system tells the app before it looks at what is due.
    mutating func setWall(error: TimeSpan, at time: Timestamp) {
        showDue(time)
        wallError = error
        drain(time)
    }

    mutating func reboot(_ time: Timestamp) {
        boot += 1
        bootedAt = time
        kill(time)
    }

    /// What the shell does whenever something happened.
    mutating func look(_ time: Timestamp) {
        showDue(time)
        machine.look(now(time))
        for session in machine.takeEnds(now: now(time)) {
            ends[session.sessionID, default: 0] += 1
            machine.toldEnd(of: session.sessionID)
        }
        keep()
        drain(time)
    }

    private mutating func keep() {
        for record in machine.takeRecords() {
            if case .made(let pending) = record { made.append(pending.event) }
            kept.append(record)
        }
        rejected += machine.takeRejections()
    }

    /// The app does what it is told.
    private mutating func drain(_ time: Timestamp) {
        let now = now(time)
        while let change = merger.next(machine.reminders(now), wall: now.wall) {
            switch change {
            case .reset(let all): held = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            case .schedule(let notification): held[notification.id] = .notification(notification)
            case .begin(let activity), .update(let activity): held[activity.id] = .activity(activity)
            case .cancel(let id), .end(let id): held[id] = nil
            }
        }
    }
}

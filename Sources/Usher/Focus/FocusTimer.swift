public import Observation
public import UsherCore

/// A member's focus on this device: it works at once, with or without a network, and agrees with the gateway and the
/// member's other devices whenever it can.
///
/// ```swift
/// let timer = try client.focusTimer(member: "ada", store: FocusStore(directory: directory))
/// timer.onEnd { @MainActor session in celebrate(session) }
/// try await timer.start(planned: .minutes(25), room: "library")
/// ```
///
/// Nothing ticks: everything follows from time stamps, and is right after a kill, a restart of the device or a day in
/// the background. Time is the gateway's as far as it is known; setting the device's clock moves nothing. What is done
/// here is kept before its call returns, shows at once, and is sent when there is a network. Where another device was
/// first, the gateway's word replaces what is shown, and `rejections` tells which events are gone.
///
/// What the system does for the app, notifications and live activities, comes from `reminders`: an app that does just
/// what it says never shows a reminder of a session that is over.
///
/// Properties are observable (`Observation`) from any thread; notifications come on the actor that made the timer, if one
/// did. Letting go of the timer, or `close()`, ends its work; what it kept stays.
public final class FocusTimer: Observable, Sendable {
    public let memberID: String
    let core: FocusTimerCore
    private let registrar = ObservationRegistrar()
    private let delivery: ActorDelivery<FocusTimerProperties>

    /// A timer without a gateway; `attach(_:)` gives it one. A nil `store` keeps nothing beyond this object.
    ///
    /// Reads the member's file. Throws FAILED_PRECONDITION `STORE_IN_USE` while another timer owns it, here or in
    /// another program, `STORE_VERSION` if a newer library wrote it, and UNAVAILABLE `STORE_AWAY` if it cannot be used;
    /// INVALID_ARGUMENT `FIELDS` for a member's id that is none.
    public init(
        member: String, store: FocusStore?, runtime: ClientRuntime = .system, isolation: (any Actor)? = #isolation
    ) throws(UsherError) {
        memberID = member
        core = try FocusTimerCore(member: member, store: store, runtime: runtime)
        delivery = ActorDelivery(to: isolation)
        core.attach(self)
    }

    deinit {
        core.close()
    }

    /// Ends the timer's work and its sequences, and frees its store. The properties still tell what is known. Again:
    /// nothing.
    public func close() {
        core.close()
    }

    // MARK: What the user does

    /// Begins a session. `planned` longer than 0 s and at most 30 days, nil is open-ended; `room` "" is none.
    ///
    /// Refused with `FOCUS_TRANSITION` while a session is open. In this and the next four: when the call returns, the
    /// event outlives the program and the device's power; UNAVAILABLE `STORE_AWAY` if it cannot be kept, and then
    /// nothing happened.
    @discardableResult
    public func start(planned: TimeSpan?, room: String = "") async throws(UsherError) -> FocusSession {
        let id = core.runtime.random().hexDigits + core.runtime.random().hexDigits
        return try await act { (machine, now) throws(FocusRefusal) in
            try machine.start(sessionID: id, planned: planned, roomID: room, now: now)
        }
    }

    /// Refused with `FOCUS_TRANSITION` unless a session is running.
    @discardableResult
    public func pause() async throws(UsherError) -> FocusSession { try await perform(.pause) }

    /// Goes on with the paused session; refused with `FOCUS_TRANSITION` unless there is one.
    @discardableResult
    public func resume() async throws(UsherError) -> FocusSession { try await perform(.resume) }

    /// Ends the open session as done, early or without a plan: it counts. No end is told. Refused with
    /// `FOCUS_TRANSITION` unless there is one.
    @discardableResult
    public func finish() async throws(UsherError) -> FocusSession { try await perform(.complete) }

    /// Ends the open session as given up: it does not count. No end is told. Refused with `FOCUS_TRANSITION` unless
    /// there is one.
    @discardableResult
    public func abandon() async throws(UsherError) -> FocusSession { try await perform(.abandon) }

    private func perform(_ type: FocusEventType) async throws(UsherError) -> FocusSession {
        try await act { (machine, now) throws(FocusRefusal) in try machine.perform(type, now: now) }
    }

    /// At the time of the call, kept off the caller's thread: a disk may take its time.
    private func act(
        _ body: @escaping @Sendable (inout FocusTimerMachine, DeviceTime) throws(FocusRefusal) -> FocusSession
    ) async throws(UsherError) -> FocusSession {
        let core = core
        let now = core.runtime.deviceTime()
        let task = Task(executorPreference: core.runtime.executor) {
            core.result(at: now, body)
        }
        return try await task.value.get()
    }

    // MARK: What it shows

    /// The open session as it is now, or else the one that ended last; nil before the first.
    public var session: FocusSession? {
        registrar.access(self, keyPath: \.session)
        return core.read { $0.machine.session($1) }
    }

    /// Of `session`.
    public var state: FocusState? {
        registrar.access(self, keyPath: \.state)
        return core.read { $0.machine.session($1)?.state }
    }

    /// The focus that is left of the plan now: from `planned` down to zero, never beyond either, and zero after the end.
    /// nil without a plan. Observers are told when the end is another one: whoever draws it reads it as often as it draws.
    public var remaining: TimeSpan? {
        registrar.access(self, keyPath: \.remaining)
        return core.read { $0.machine.remaining($1) }
    }

    /// The same when the device's wall clock shows `wall`, as a view's timeline names it, if nothing happens until then.
    public func remaining(at wall: Timestamp) -> TimeSpan? {
        registrar.access(self, keyPath: \.remaining)
        return core.read { state, now in
            let span = wall - now.wall
            let steady = (Timestamp(nanoseconds: now.steady) + span).nanoseconds
            return state.machine.remaining(DeviceTime(wall: wall, steady: steady, boot: now.boot))
        }
    }

    /// Events that the gateway has not answered yet.
    public var unsent: Int {
        registrar.access(self, keyPath: \.unsent)
        return core.read { state, _ in state.machine.memory.pending.count }
    }

    public var isSyncing: Bool {
        registrar.access(self, keyPath: \.isSyncing)
        return core.read { state, _ in state.machine.sync.isBusy }
    }

    /// Why the last talk with the gateway failed, or why something that it told could not be kept; nil after one that
    /// went well.
    public var syncError: UsherError? {
        registrar.access(self, keyPath: \.syncError)
        return core.read { state, _ in state.error }
    }

    /// What to add to the device's wall clock to get the gateway's; nil before the gateway was heard.
    public var skew: TimeSpan? {
        registrar.access(self, keyPath: \.skew)
        return core.read { state, _ in state.machine.skew }
    }

    /// Names this device; made with the store.
    public var deviceID: String { core.read { state, _ in state.machine.memory.deviceID } }

    // MARK: What it tells

    /// What the app must have standing, as values: see `FocusReminderChange`.
    public var reminders: FocusReminders { FocusReminders(core: core) }

    /// What must stand now: the same as a first look at `reminders`.
    public var currentReminders: [FocusReminder] {
        registrar.access(self, keyPath: \.session)
        return core.read { $0.machine.reminders($1) }
    }

    /// Events of this device that were not accepted.
    public var rejections: FocusRejections { FocusRejections(core: core) }

    /// Has `body` called when a session's plan is fulfilled: once for each session, and never for one that was finished
    /// or abandoned before. Also for one that ended while the program was not running. It replaces the one before.
    ///
    /// Only when it has returned is it written down that it was called. A program that is killed in that very moment is
    /// told again; the session's id tells.
    public func onEnd(_ body: @escaping @isolated(any) @Sendable (FocusSession) async -> Void) {
        core.note { state, _ in state.endBody = body }
    }

    // MARK: Observation

    /// Notifies whoever tracks these properties; they stand already.
    func tell(_ changed: FocusTimerProperties) {
        delivery.tell(changed) { self.notify($0) }
    }

    private func notify(_ changed: FocusTimerProperties) {
        if changed.contains(.session) {
            registrar.withMutation(of: self, keyPath: \.session) {}
            registrar.withMutation(of: self, keyPath: \.state) {}
            registrar.withMutation(of: self, keyPath: \.remaining) {}
        }
        if changed.contains(.unsent) { registrar.withMutation(of: self, keyPath: \.unsent) {} }
        if changed.contains(.syncError) { registrar.withMutation(of: self, keyPath: \.syncError) {} }
        if changed.contains(.skew) { registrar.withMutation(of: self, keyPath: \.skew) {} }
        if changed.contains(.isSyncing) { registrar.withMutation(of: self, keyPath: \.isSyncing) {} }
    }
}

import Synchronization
import UsherCore

/// What a focus timer does when nobody looks: it runs the machine, keeps what it did, talks to the gateway, keeps time.
final class FocusTimerCore: Sendable {
    let runtime: ClientRuntime
    let memberID: String
    /// Held by whoever changes something: until it is kept, nobody else changes anything. nil keeps nothing.
    private let log: Mutex<FocusLog?>
    private let state: Mutex<FocusTimerState>

    /// Goes on with what the store knows of the member.
    init(member: String, store: FocusStore?, runtime: ClientRuntime) throws(UsherError) {
        self.runtime = runtime
        memberID = member
        guard TextRules.isID(member) else {
            throw UsherError(
                .invalidArgument, reason: "FIELDS",
                message: "a member's id is 1 to 64 characters of A-Z a-z 0-9 . _ : -")
        }
        let now = runtime.deviceTime()
        var log: FocusLog?
        var machine: FocusTimerMachine?
        if let store {
            do throws(FocusLogError) {
                let (opened, memory) = try store.open(member: member)
                log = opened
                machine = memory.map { FocusTimerMachine($0, now: now) }
            } catch {
                throw UsherError(error, store)
            }
        }
        let device = runtime.random().hexDigits + runtime.random().hexDigits
        state = Mutex(
            FocusTimerState(machine ?? FocusTimerMachine(memberID: member, deviceID: device, now: now)))
        self.log = Mutex(log)
    }

    deinit {
        state.withLock { $0.sleeper }?.task.cancel()
        log.withLock { $0?.close() }
    }

    // MARK: Changes

    /// Lets the machine do something, keeps it, and then has it hold: what throws, or cannot be kept, changed nothing.
    @discardableResult
    func act<Value: Sendable>(
        at now: DeviceTime? = nil, _ body: (inout FocusTimerMachine, DeviceTime) throws(UsherError) -> Value
    ) throws(UsherError) -> Value {
        let result = log.withLock { log -> Result<(Value, FocusTimerState.Effects), UsherError> in
            let now = now ?? runtime.deviceTime()
            let (before, isClosed) = state.withLock { ($0.machine, $0.isClosed) }
            guard !isClosed else { return .failure(.closedTimer) }
            var machine = before
            let value: Value
            do throws(UsherError) {
                value = try body(&machine, now)
                try Self.keep(machine.takeRecords(), machine.memory, &log)
            } catch {
                return .failure(error)
            }
            return .success((value, commit(machine, now)))
        }
        let (value, effects) = try result.get()
        perform(effects)
        return value
    }

    /// The same for what has happened anyway: an answer, time. A store that fails is told, and holds nothing up.
    func change(_ body: (inout FocusTimerMachine, inout FocusTimerState.Context) -> Void) {
        let effects = log.withLock { log -> FocusTimerState.Effects in
            let now = runtime.deviceTime()
            var machine = state.withLock { $0.machine }
            var context = FocusTimerState.Context(now: now, generator: RuntimeGenerator(runtime: runtime))
            body(&machine, &context)
            machine.look(now)
            do throws(UsherError) {
                try Self.keep(machine.takeRecords(), machine.memory, &log)
            } catch {
                // What the file stands for is behind: the next step writes all of it.
                log?.distrust()
                context.error = .some(error)
            }
            if let error = context.error { state.withLock { $0.error = error } }
            return commit(machine, now)
        }
        perform(effects)
    }

    /// Changes what is not the machine's: who listens, and what for.
    func note<Value: Sendable>(_ body: (inout FocusTimerState, DeviceTime) -> Value) -> Value {
        let (value, effects) = log.withLock { _ in
            let now = runtime.deviceTime()
            let value = state.withLock { body(&$0, now) }
            let machine = state.withLock { $0.machine }
            return (value, commit(machine, now))
        }
        perform(effects)
        return value
    }

    func read<Value: Sendable>(_ body: (borrowing FocusTimerState, DeviceTime) -> Value) -> Value {
        let now = runtime.deviceTime()
        return state.withLock { body($0, now) }
    }

    private static func keep(
        _ records: [FocusTimerRecord], _ memory: FocusTimerMemory, _ log: inout FocusLog?
    ) throws(UsherError) {
        guard !records.isEmpty, log != nil else { return }
        do throws(FileFailure) {
            try log?.append(FocusTimerCodec.encode(records)) { FocusTimerCodec.encode(memory.records) }
        } catch {
            throw UsherError(error)
        }
    }

    private func commit(_ machine: FocusTimerMachine, _ now: DeviceTime) -> FocusTimerState.Effects {
        state.withLock { state in
            var effects = FocusTimerState.Effects()
            state.machine = machine
            state.finish(now, &effects)
            arm(&state, now)
            return effects
        }
    }

    private func perform(_ effects: FocusTimerState.Effects) {
        if !effects.changed.isEmpty { read { state, _ in state.handle }?.tell(effects.changed) }
        for continuation in effects.woken { continuation.resume() }
        for session in effects.ends { tellEnd(session) }
        if let (client, call) = effects.call { send(call, client) }
    }

    // MARK: The end

    /// Runs the app's callback; only when it returned it is written down that the app was told, so that no kill loses it.
    private func tellEnd(_ session: FocusSession) {
        let (body, isClosed) = state.withLock { ($0.endBody, $0.isClosed) }
        guard let body, !isClosed else { return }
        Task(executorPreference: runtime.executor) {
            await body(session)
            self.change { machine, _ in machine.toldEnd(of: session.sessionID) }
        }
    }

    // MARK: Time

    /// Keeps one sleeper at most, and replaces it only to wake earlier.
    private func arm(_ state: inout FocusTimerState, _ now: DeviceTime) {
        guard !state.isClosed, let span = state.machine.untilNext(now) else {
            state.sleeper?.task.cancel()
            state.sleeper = nil
            return
        }
        let wakes = (Timestamp(nanoseconds: runtime.now()) + span).nanoseconds
        if let sleeper = state.sleeper, sleeper.wakes <= wakes { return }
        state.sleeper?.task.cancel()
        let id = state.newID()
        let runtime = runtime
        let task = Task(executorPreference: runtime.executor) { [weak self] in
            await runtime.sleep(TimeSpan(nanoseconds: max(0, wakes - runtime.now())))
            self?.woke(id)
        }
        state.sleeper = (id, wakes, task)
    }

    private func woke(_ id: Int) {
        let isCurrent = state.withLock { state in
            guard state.sleeper?.id == id else { return false }
            state.sleeper = nil
            return true
        }
        if isCurrent { change { _, _ in } }
    }

    // MARK: Life

    func attach(_ handle: FocusTimer) {
        state.withLock { $0.handle = handle }
    }

    /// Ends everything; the store is free for another timer when this returns.
    func close() {
        let effects = log.withLock { log -> FocusTimerState.Effects in
            let effects = state.withLock { state in
                var effects = FocusTimerState.Effects()
                state.isClosed = true
                state.client = nil
                state.attachment += 1
                state.machine.detach()
                state.sleeper?.task.cancel()
                state.sleeper = nil
                state.finish(runtime.deviceTime(), &effects)
                return effects
            }
            log?.close()
            log = nil
            return effects
        }
        perform(effects)
    }
}

import CSystem
import Synchronization
public import UsherRPC

/// One thread with its own epoll, mailbox and timers. What is registered here is called on this thread alone.
///
/// A tick is: descriptors that are ready, timers that are due, posted jobs, and then one `flush()` for each handler that
/// asked for it. As a task executor it runs async code on the same thread:
/// `Task(executorPreference: reactor) { … }` never leaves the loop except to await something that lives elsewhere.
///
/// Guard: `loop` is touched on the reactor's thread alone (before `start`, on the thread that makes it); `mailbox` and
/// `handle` lock, `thread` and `shift` are atomic; all else is constant.
public final class Reactor: EventLoop, TaskExecutor, @unchecked Sendable {
    private var loop = LoopState()
    private let mailbox = Mailbox()
    /// The identity of the loop's thread, 0 before it runs.
    private let thread = Atomic<UInt>(0)
    private let handle = Mutex<UInt64?>(nil)
    /// What `advance` has added to the boot clock: 0 but in tests.
    private let shift = Atomic<Int64>(0)

    public let index: Int
    private let poll: Int32
    private let wake: Int32
    private let timer: Int32
    private let sparesWakeups: Bool

    private struct LoopState {
        struct Registration {
            var handler: (any ReadinessHandler)?
            /// Tells an event of this registration from one of an earlier owner of the same descriptor.
            var generation: UInt32 = 0
        }
        var registrations: [Registration] = []
        var timers = TimerHeap()
        /// What the timer descriptor is armed for.
        var armed = Int64.max
        var dirty: [any ReadinessHandler] = []
        /// Empty but while they are flushed: its storage and that of `dirty` take turns.
        var flushing: [any ReadinessHandler] = []
        var stopping = false
        /// The clock as the turn began.
        var turnTime: Int64 = 0
    }

    private enum Token {
        static let wake = UInt64.max
        static let timer = UInt64.max - 1
    }

    /// Makes the loop's descriptors; its thread runs from `start()` on. One that spares wake-ups tells the kernel when
    /// its earliest timer moved away, which costs a call now and then: for loops that sleep nearly always.
    public init(index: Int = 0, sparesWakeups: Bool = false) throws(TransportError) {
        self.index = index
        self.sparesWakeups = sparesWakeups
        (poll, wake, timer) = try Self.openDescriptors()
        // From here on `deinit` closes them.
        let read = Readiness.read.rawValue
        try TransportError.check(usher_poll_add(poll, wake, read, Token.wake), "epoll")
        try TransportError.check(usher_poll_add(poll, timer, read, Token.timer), "epoll")
    }

    /// All three, or none is left open.
    static func openDescriptors(
        poll: () -> Int32 = usher_poll_create, wake: () -> Int32 = usher_eventfd_create,
        timer: () -> Int32 = usher_timerfd_create, close: (Int32) -> Void = { usher_close($0) }
    ) throws(TransportError) -> (poll: Int32, wake: Int32, timer: Int32) {
        let opened = [poll(), wake(), timer()]
        if let failed = opened.first(where: { $0 < 0 }) {
            for descriptor in opened where descriptor >= 0 { close(descriptor) }
            throw .system(-failed, "the descriptors of a loop")
        }
        return (opened[0], opened[1], opened[2])
    }

    deinit {
        usher_close(timer)
        usher_close(wake)
        usher_close(poll)
    }

    // MARK: Life

    /// Starts the thread. Once only.
    public func start() throws(TransportError) {
        var started: UInt64 = 0
        // The thread owns one reference until it ends.
        let argument = Unmanaged.passRetained(self).toOpaque()
        let code = usher_thread_start(
            "usher-loop-\(index)", { Unmanaged<Reactor>.fromOpaque($0!).takeRetainedValue().run() }, argument, &started)
        if code < 0 {
            Unmanaged<Reactor>.fromOpaque(argument).release()
            throw TransportError.system(-code, "thread")
        }
        handle.withLock { $0 = started }
    }

    /// Ends the thread after what is posted, and waits for it. Not from the loop itself.
    public func stop() {
        precondition(!isCurrent, "a loop cannot wait for its own end")
        guard let thread = handle.withLock({ handle in handle.take() }) else { return }
        post { [unowned self] in loop.stopping = true }
        usher_thread_join(thread)
    }

    private func run() {
        thread.store(UInt(usher_thread_identity()), ordering: .releasing)
        let events = UnsafeMutableBufferPointer<usher_poll_event>.allocate(capacity: Limits.eventsPerWait)
        defer { events.deallocate() }
        var items: [Mailbox.Item] = []
        while !(loop.stopping && mailbox.close()) { tick(events, &items, patience: -1) }
        loop = LoopState()
    }

    private func tick(
        _ events: UnsafeMutableBufferPointer<usher_poll_event>, _ items: inout [Mailbox.Item], patience: Int32
    ) {
        wait(events, patience)
        runDueTimers()
        for _ in 0..<Limits.mailboxRoundsPerTick {
            mailbox.take(&items)
            if items.isEmpty { break }
            for item in items { runItem(item) }
            items.removeAll(keepingCapacity: true)
        }
        flushDirty()
    }

    private func wait(_ events: UnsafeMutableBufferPointer<usher_poll_event>, _ patience: Int32) {
        armTimer()
        let sleeps = !loop.stopping && loop.dirty.isEmpty && mailbox.goToSleep()
        let count = usher_poll_wait(poll, events.baseAddress!, Int32(events.count), sleeps ? patience : 0)
        loop.turnTime = now
        if sleeps { mailbox.wokeUp() }
        precondition(count >= 0, "epoll_wait failed: \(-count)")
        for event in events.prefix(Int(count)) {
            switch event.token {
            case Token.wake: usher_eventfd_clear(wake)
            case Token.timer:
                usher_timerfd_clear(timer)
                loop.armed = .max
            default: dispatch(event)
            }
        }
    }

    private func dispatch(_ event: usher_poll_event) {
        let descriptor = Int(event.token & 0xFFFF_FFFF)
        guard descriptor < loop.registrations.count,
            loop.registrations[descriptor].generation == UInt32(event.token >> 32)
        else { return }
        loop.registrations[descriptor].handler?.ready(Readiness(rawValue: event.events))
    }

    private func runItem(_ item: Mailbox.Item) {
        switch item {
        case .closure(let body): body()
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private func flushDirty() {
        // A flush may let producers go on, who make their handlers dirty again; those are flushed in this tick too,
        // up to a bound: one fast reader must not keep the others waiting.
        for _ in 0..<Limits.flushRoundsPerTick where !loop.dirty.isEmpty {
            (loop.dirty, loop.flushing) = (loop.flushing, loop.dirty)
            for handler in loop.flushing { handler.flush() }
            loop.flushing.removeAll(keepingCapacity: true)
        }
    }

    // MARK: Turned by hand

    /// Makes the calling thread the loop's own, instead of `start()`: for a test that turns the loop itself, so that
    /// nothing depends on how threads take turns.
    func adoptThread() {
        loop.turnTime = now
        thread.store(UInt(usher_thread_identity()), ordering: .releasing)
    }

    /// One tick on the adopted thread, which sleeps up to `milliseconds` if there is nothing to do.
    func turn(_ milliseconds: Int32 = 0) {
        assertCurrent()
        var items: [Mailbox.Item] = []
        withUnsafeTemporaryAllocation(of: usher_poll_event.self, capacity: Limits.eventsPerWait) {
            tick($0, &items, patience: milliseconds)
        }
    }

    // MARK: EventLoop

    public var isCurrent: Bool { thread.load(ordering: .acquiring) == UInt(usher_thread_identity()) }

    public var now: Int64 { usher_boot_nanoseconds() &+ shift.load(ordering: .relaxed) }

    /// `now` as it was when the loop's turn began, for what need not be exact to the millisecond and is asked for with each
    /// frame. Loop only.
    var turnTime: Int64 { loop.turnTime }

    public func post(_ job: @escaping @Sendable () -> Void) {
        // A loop that has ended owns nothing any more: what is posted to it is dropped.
        if mailbox.post(.closure(job)) == .mustWake { usher_eventfd_signal(wake) }
    }

    public func schedule(after nanoseconds: Int64, _ job: @escaping @Sendable () -> Void) {
        let deadline = now.addingReportingOverflow(max(0, nanoseconds))
        let when = deadline.overflow ? Int64.max : deadline.partialValue
        if isCurrent {
            _ = setTimer(at: when, job)
        } else {
            post { [unowned self] in _ = setTimer(at: when, job) }
        }
    }

    // MARK: TaskExecutor

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        switch mailbox.post(.job(job)) {
        case .seen: break
        case .mustWake: usher_eventfd_signal(wake)
        // A task that outlives its loop must still end, or whoever awaits it hangs; nothing of the loop is left that
        // it could race with.
        case .closed: job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    // MARK: Descriptors (loop only)

    /// Watches `descriptor` for `readiness`, level-triggered; the reactor holds `handler` until `remove`.
    public func add(
        _ descriptor: Int32, _ readiness: Readiness, _ handler: any ReadinessHandler
    ) throws(TransportError) {
        assertCurrent()
        let place = Int(descriptor)
        while loop.registrations.count <= place { loop.registrations.append(.init()) }
        loop.registrations[place].generation &+= 1
        let code = usher_poll_add(poll, descriptor, readiness.rawValue, token(descriptor))
        try TransportError.check(code, "epoll")
        loop.registrations[place].handler = handler
    }

    /// Changes what a registered descriptor is watched for.
    public func change(_ descriptor: Int32, _ readiness: Readiness) {
        assertCurrent()
        let code = usher_poll_change(poll, descriptor, readiness.rawValue, token(descriptor))
        precondition(code == 0, "epoll change of \(descriptor) failed: \(-code)")
    }

    /// Stops watching. The caller closes the descriptor after this, not before.
    public func remove(_ descriptor: Int32) {
        assertCurrent()
        let place = Int(descriptor)
        guard place < loop.registrations.count, loop.registrations[place].handler != nil else { return }
        usher_poll_remove(poll, descriptor)
        loop.registrations[place].generation &+= 1
        loop.registrations[place].handler = nil
    }

    /// Calls `handler.flush()` once at the end of this tick. The handler asks once per tick: it keeps the flag.
    public func flushAtEndOfTick(_ handler: any ReadinessHandler) {
        assertCurrent()
        loop.dirty.append(handler)
    }

    private func token(_ descriptor: Int32) -> UInt64 {
        UInt64(loop.registrations[Int(descriptor)].generation) << 32 | UInt64(descriptor)
    }

    // MARK: Timers (loop only)

    /// Runs `job` on the loop at boot-clock `deadline`, unless cancelled before. Never earlier.
    public func setTimer(at deadline: Int64, _ job: @escaping () -> Void) -> LoopTimer {
        assertCurrent()
        return loop.timers.add(deadline: deadline, job)
    }

    /// Forgets the timer and what its job holds; harmless when it fired already.
    public func cancel(_ timer: LoopTimer) {
        assertCurrent()
        loop.timers.remove(timer)
    }

    private func armTimer() {
        guard let earliest = loop.timers.earliest else { return }
        // When the earliest timer was cancelled, a busy loop has its spurious tick for less than a call here.
        let isFarLater = sparesWakeups && loop.armed != .max && earliest - loop.armed >= Limits.farLater
        guard earliest < loop.armed || isFarLater else { return }
        loop.armed = earliest
        let code = usher_timerfd_arm(timer, max(1, earliest &- shift.load(ordering: .relaxed)))
        precondition(code == 0, "timerfd failed: \(-code)")
    }

    private func runDueTimers() {
        let now = self.now
        while let job = loop.timers.popDue(now: now) { job() }
    }

    // MARK: Tests

    /// Moves the loop's clock on, so that tests of long spans need not wait. Timers on the way run in order, each at
    /// its own time; what they write has left when this returns. What a peer would answer in between has not come:
    /// whoever needs that takes smaller steps. Not from the loop itself.
    func advance(by nanoseconds: Int64) async {
        await withCheckedContinuation { done in
            post { [unowned self] in
                passTime(until: now + nanoseconds)
                // Timers of the next tick run after this one's writes.
                _ = setTimer(at: now) { done.resume() }
            }
        }
    }

    private func passTime(until end: Int64) {
        while let earliest = loop.timers.earliest, earliest <= end {
            skipTime(until: earliest)
            runDueTimers()
            flushDirty()
        }
        skipTime(until: end)
        // The kernel was told a time of the old clock.
        loop.armed = .max
    }

    private func skipTime(until time: Int64) {
        shift.add(max(0, time - now), ordering: .relaxed)
        loop.turnTime = now
    }

    private func assertCurrent() {
        assert(isCurrent, "loop \(index) is used from another thread")
    }
}

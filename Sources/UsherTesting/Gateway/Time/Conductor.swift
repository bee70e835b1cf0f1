import Glibc
import UsherCore
import UsherRPC

/// The one thread on which a test gateway and its clients live, and the clock that moves only while nothing moves.
///
/// It runs what was posted, in order. Time stands as long as there is work: something posted, a job that runs, or a
/// *hold* of somebody who works elsewhere (a ledger's thread, a decoder) or was woken and has not begun yet. Once there
/// is none, and somebody asked for time to pass (a `Goal`), the clock moves to the next timer and no further.
///
/// Guard: `mutex` is held around every access to `state`; `thread` is set once, before the thread looks at it.
final class Conductor: EventLoop, ClientLoop, @unchecked Sendable {
    /// What somebody waits for.
    struct Goal: Sendable {
        /// Time goes no further.
        var limit: Int64
        /// Looked at whenever nothing moves; nil is not before the limit.
        var isReached: (@Sendable () -> Bool)?
        var ended: @Sendable (Outcome) -> Void

        enum Outcome: Sendable {
            case reached
            /// The limit came first.
            case timeRanOut
            /// Work did not end in `Limits.patienceSeconds` of real time.
            case stuck(holds: Int)
        }
    }

    private enum Item {
        case closure(@Sendable () -> Void)
        case job(UnownedJob)
    }

    private struct Timer {
        var due: Int64
        var id: UInt64
        var body: @Sendable () -> Void
    }

    private struct State {
        /// Some time after the boot.
        var now: Int64 = 1_000_000_000_000
        var items: [Item] = []
        /// The latest first; of equal ones the youngest.
        var timers: [Timer] = []
        var nextID: UInt64 = 0
        var holds = 0
        var goals: [Goal] = []
        /// Tasks outside may have something to do.
        var mayHaveTouched = false
        /// Bodies that promise to have no such tasks.
        var exactBodies = 0
        var beforeTime: (@Sendable () -> Bool)?
        var isStopped = false
        var hasEnded = false
    }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrival: UnsafeMutablePointer<pthread_cond_t>
    private var state = State()
    private var thread: pthread_t?

    let index = 0

    init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        arrival = .allocate(capacity: 1)
        pthread_cond_init(arrival, nil)
    }

    deinit {
        pthread_cond_destroy(arrival)
        arrival.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    private func locked<Value>(_ body: (inout State) -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    // MARK: Life

    /// Once only.
    func start() throws(TestGatewayError) {
        let owned = Unmanaged.passRetained(self)
        var id = pthread_t()
        pthread_mutex_lock(mutex)
        let code = pthread_create(
            &id, nil,
            { argument in
                if let argument { Unmanaged<Conductor>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }, owned.toOpaque())
        if code == 0 { thread = id }
        pthread_mutex_unlock(mutex)
        guard code == 0 else {
            owned.release()
            throw TestGatewayError(.system, "no thread for the test gateway: \(String(cString: strerror(code)))")
        }
        pthread_detach(id)
    }

    /// The thread ends after what was posted; whoever waits for time to pass is told that it does not.
    func stop() {
        locked { $0.isStopped = true }
        pthread_cond_signal(arrival)
    }

    private func run() {
        while let work = nextWork() { work() }
        let (goals, rest) = locked { state in
            defer { (state.goals, state.items, state.timers) = ([], [], []) }
            state.hasEnded = true
            return (state.goals, state.items)
        }
        for goal in goals { goal.ended(.timeRanOut) }
        for item in rest { runItem(item) }
    }

    private func runItem(_ item: Item) {
        switch item {
        case .closure(let body): body()
        case .job(let job): job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Waits for it; nil is the end.
    private func nextWork() -> (() -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if !state.items.isEmpty {
                let items = state.items
                state.items = []
                return { for item in items { self.runItem(item) } }
            }
            if state.isStopped { return nil }
            if state.holds == 0, !state.goals.isEmpty { return { self.step() } }
            if state.goals.isEmpty {
                pthread_cond_wait(arrival, mutex)
            } else {
                var until = timespec()
                clock_gettime(CLOCK_REALTIME, &until)
                until.tv_sec += Limits.patienceSeconds
                if pthread_cond_timedwait(arrival, mutex, &until) == ETIMEDOUT, state.items.isEmpty, state.holds > 0 {
                    let (goals, holds) = (state.goals, state.holds)
                    state.goals = []
                    return { for goal in goals { goal.ended(.stuck(holds: holds)) } }
                }
            }
        }
    }

    // MARK: Time

    var now: Int64 { locked { $0.now } }

    /// Nothing moves: one thing happens that may change that.
    private func step() {
        let (touched, before) = locked { state in
            defer { state.mayHaveTouched = false }
            return (state.mayHaveTouched && state.exactBodies == 0, state.beforeTime)
        }
        if touched { return beCourteous() }
        if before?() == true { return }
        guard let goal = locked({ $0.goals.first }) else { return }
        if goal.isReached?() == true { return end(.reached) }
        let timer = locked { state -> Timer? in
            guard let next = state.timers.last, next.due <= goal.limit else {
                state.now = max(state.now, goal.limit)
                return nil
            }
            state.now = max(state.now, next.due)
            return state.timers.removeLast()
        }
        guard let timer else { return end(goal.isReached == nil ? .reached : .timeRanOut) }
        timer.body()
    }

    private func end(_ outcome: Goal.Outcome) {
        locked { $0.goals.removeFirst() }.ended(outcome)
    }

    /// Gives tasks that cannot be watched a chance to do what they want to do now.
    private func beCourteous() {
        hold()
        Task {
            for _ in 0..<Limits.courtesyYields { await Task.yield() }
            self.letGo()
        }
    }

    func add(_ goal: Goal) {
        let isOver = locked { state in
            if !state.hasEnded { state.goals.append(goal) }
            return state.hasEnded
        }
        if isOver { goal.ended(.timeRanOut) }
        pthread_cond_signal(arrival)
    }

    /// `body` is asked before time moves, and returns true if it began work (with a hold) that comes first.
    func beforeTimeMoves(_ body: (@Sendable () -> Bool)?) {
        locked { $0.beforeTime = body }
    }

    /// Runs `body` on this thread at `due`, when time goes there. Never at once. Of equal times the first set is first.
    @discardableResult
    func setTimer(at due: Int64, _ body: @escaping @Sendable () -> Void) -> UInt64 {
        locked { state in
            state.nextID += 1
            let timer = Timer(due: due, id: state.nextID, body: body)
            var (low, high) = (0, state.timers.count)
            while low < high {
                let middle = (low + high) / 2
                if state.timers[middle].due > due { low = middle + 1 } else { high = middle }
            }
            state.timers.insert(timer, at: low)
            return timer.id
        }
    }

    /// Nobody moves time any more: whoever sleeps is woken once, to find that out. Conductor only.
    func endPauses() {
        let timers = locked { state in
            defer { state.timers = [] }
            return state.timers
        }
        for timer in timers.reversed() { timer.body() }
    }

    func cancelTimer(_ id: UInt64) {
        locked { state in state.timers.removeAll { $0.id == id } }
    }

    // MARK: Holds

    /// Time stands until `letGo`.
    func hold() {
        locked { $0.holds += 1 }
    }

    func letGo() {
        locked { $0.holds -= 1 }
        pthread_cond_signal(arrival)
    }

    /// The task that a hold was taken for when it was woken runs now. What it does next is seen if it runs here.
    func arrived() {
        locked { state in
            state.holds -= 1
            state.mayHaveTouched = true
        }
        pthread_cond_signal(arrival)
    }

    /// Resumes whoever waits, and lets time stand until it runs and says `arrived()`.
    func wake<Value>(_ waiting: CheckedContinuation<Value, Never>, _ value: sending Value) {
        hold()
        waiting.resume(returning: value)
    }

    /// From here on to `endExactness` all tasks that matter run on this executor.
    func beginExactness() {
        locked { $0.exactBodies += 1 }
    }

    func endExactness() {
        locked { $0.exactBodies -= 1 }
    }

    // MARK: EventLoop, TaskExecutor

    var isCurrent: Bool {
        let known = locked { _ in self.thread }
        return known.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }

    func post(_ job: @escaping @Sendable () -> Void) {
        locked { state in
            if !state.hasEnded { state.items.append(.closure(job)) }
        }
        pthread_cond_signal(arrival)
    }

    func schedule(after nanoseconds: Int64, _ job: @escaping @Sendable () -> Void) {
        let (due, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
        setTimer(at: overflow ? .max : due, job)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isOver = locked { state in
            if !state.hasEnded { state.items.append(.job(job)) }
            return state.hasEnded
        }
        // A task that outlives the thread must still end, or whoever awaits it hangs.
        if isOver { job.runSynchronously(on: asUnownedTaskExecutor()) } else { pthread_cond_signal(arrival) }
    }
}

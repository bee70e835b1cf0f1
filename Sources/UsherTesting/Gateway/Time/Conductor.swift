import CSystem
import Glibc
import UsherCore
import UsherRPC

/// The one thread on which a test gateway and its clients live, and the clock that moves only while nothing moves.
///
/// It runs what was posted, in order. Time stands as long as there is work: something posted, a job that runs, or a
/// *hold* of somebody who works elsewhere (a ledger's thread, a decoder) or was woken and has not begun yet. Once there
/// is none, and somebody asked for time to pass (a `Goal`), the clock moves to the next timer and no further.
///
/// What comes from another thread while an answer from there is awaited (`question`) comes before everything else: the
/// ledger's thread thus acts as if it were this one, and the order of things does not depend on how threads take turns.
///
/// Guard: `mutex` is held around every access to `state`.
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
        /// Posted on the thread itself.
        var items: [Item] = []
        /// Posted by others.
        var arrivals: [Item] = []
        /// Answers that the thread waits for: until they are there it does nothing else.
        var questions = 0
        var itemHead = 0
        var thread: UInt = 0
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
        locked { $0.thread = UInt(usher_thread_identity()) }
        while let work = nextWork() { work() }
        let (goals, rest) = locked { state in
            defer { (state.goals, state.items, state.arrivals, state.timers) = ([], [], [], []) }
            state.hasEnded = true
            return (state.goals, state.arrivals + state.items)
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
            if let item = takeItem() { return { self.runItem(item) } }
            if state.isStopped, state.items.isEmpty { return nil }
            if state.holds == 0, state.items.isEmpty, !state.goals.isEmpty { return { self.step() } }
            if state.goals.isEmpty {
                pthread_cond_wait(arrival, mutex)
            } else {
                var until = timespec()
                clock_gettime(CLOCK_REALTIME, &until)
                until.tv_sec += Limits.patienceSeconds
                if pthread_cond_timedwait(arrival, mutex, &until) == ETIMEDOUT, state.arrivals.isEmpty, state.holds > 0
                {
                    let (goals, holds) = (state.goals, state.holds)
                    state.goals = []
                    return { for goal in goals { goal.ended(.stuck(holds: holds)) } }
                }
            }
        }
    }

    /// With the lock held.
    private func takeItem() -> Item? {
        if state.questions == 0, state.itemHead < state.items.count {
            let item = state.items[state.itemHead]
            state.itemHead += 1
            if state.itemHead == state.items.count {
                state.items.removeAll(keepingCapacity: true)
                state.itemHead = 0
            }
            return item
        }
        return state.arrivals.isEmpty ? nil : state.arrivals.removeFirst()
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

    /// Asks another thread something: nothing but what comes from other threads happens here until it has answered.
    func question<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        locked { $0.questions += 1 }
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        // The answer may have been there before anybody had to wait for it. What was said before it comes first in any
        // case, and the asker takes its place behind those who waited.
        await withCheckedContinuation { continuation in
            let isOver = locked { state in
                guard !state.hasEnded else { return true }
                state.arrivals.append(
                    .closure {
                        self.locked { $0.questions -= 1 }
                        continuation.resume()
                    })
                return false
            }
            if isOver { continuation.resume() } else { pthread_cond_signal(arrival) }
        }
        return try result.get()
    }

    // MARK: EventLoop, TaskExecutor

    var isCurrent: Bool {
        let identity = UInt(usher_thread_identity())
        return locked { $0.thread == identity }
    }

    func post(_ job: @escaping @Sendable () -> Void) {
        if put(.closure(job)) { pthread_cond_signal(arrival) }
    }

    /// False once the thread has ended.
    private func put(_ item: Item) -> Bool {
        let identity = UInt(usher_thread_identity())
        return locked { state in
            guard !state.hasEnded else { return false }
            if state.thread == identity { state.items.append(item) } else { state.arrivals.append(item) }
            return true
        }
    }

    func schedule(after nanoseconds: Int64, _ job: @escaping @Sendable () -> Void) {
        let (due, overflow) = now.addingReportingOverflow(max(0, nanoseconds))
        setTimer(at: overflow ? .max : due, job)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if put(.job(job)) {
            pthread_cond_signal(arrival)
        } else {
            // A task that outlives the thread must still end, or whoever awaits it hangs.
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}

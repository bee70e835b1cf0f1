import Synchronization
import UsherRPC

/// A loop that runs when the test says so, with a clock that the test moves.
final class ManualLoop: EventLoop {
    let index: Int
    private let state = Mutex(State())

    private struct State {
        var now: Int64 = 1_000_000_000_000
        var jobs: [@Sendable () -> Void] = []
        var timers: [(due: Int64, job: @Sendable () -> Void)] = []
    }

    init(index: Int = 0) { self.index = index }

    var isCurrent: Bool { true }
    var now: Int64 { state.withLock { $0.now } }
    /// Jobs that wait.
    var backlog: Int { state.withLock { $0.jobs.count } }

    func post(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
    }

    func schedule(after nanoseconds: Int64, _ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.timers.append(($0.now + nanoseconds, job)) }
    }

    /// Runs what was posted, and what that posts.
    func run() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job() }
        }
    }

    /// Moves the clock on within a job, as work does that takes its time.
    func pass(nanoseconds: Int64) { state.withLock { $0.now += nanoseconds } }

    /// Moves the clock on, running every timer at its time.
    func advance(seconds: Double) {
        let end = now + Int64(seconds * 1_000_000_000)
        while true {
            run()
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                guard let next = state.timers.indices.min(by: { state.timers[$0].due < state.timers[$1].due }),
                    state.timers[next].due <= end
                else {
                    state.now = max(state.now, end)
                    return nil
                }
                let timer = state.timers.remove(at: next)
                state.now = max(state.now, timer.due)
                return timer.job
            }
            guard let job else { break }
            job()
        }
        run()
    }
}

public import UsherRPC

/// An event loop without a thread: the simulation decides when a posted job runs and what time it is.
///
/// Guard: the simulation is one thread, and never hands the loop on.
public final class SimulatedLoop: EventLoop, @unchecked Sendable {
    public let index: Int
    public var isCurrent: Bool { true }
    public private(set) var now: Int64 = 0
    private var jobs: [@Sendable () -> Void] = []
    private var timers: [(due: Int64, job: @Sendable () -> Void)] = []

    public init(index: Int) {
        self.index = index
    }

    public func post(_ job: @escaping @Sendable () -> Void) {
        jobs.append(job)
    }

    public func schedule(after nanoseconds: Int64, _ job: @escaping @Sendable () -> Void) {
        timers.append((now + nanoseconds, job))
    }

    /// Runs what was posted so far, jobs that those post included.
    public func runPosted() {
        while !jobs.isEmpty {
            let batch = jobs
            jobs.removeAll(keepingCapacity: true)
            for job in batch { job() }
        }
    }

    /// Moves the clock on and runs the timers that came due, in their order.
    public func advance(by nanoseconds: Int64) {
        now += nanoseconds
        let due = timers.enumerated().filter { $0.element.due <= now }.sorted {
            ($0.element.due, $0.offset) < ($1.element.due, $1.offset)
        }
        timers.removeAll { $0.due <= now }
        for timer in due { timer.element.job() }
        runPosted()
    }
}

/// One task that sleeps on a loop.
///
/// Guard: touched on the loop's thread alone.
final class LoopNap: @unchecked Sendable {
    private var sleeper: CheckedContinuation<Void, Never>?
    private var timer: LoopTimer?
    private var isOver = false

    func begin(_ sleeper: CheckedContinuation<Void, Never>, until deadline: Int64, _ reactor: Reactor) {
        // The task may have been cancelled before.
        if isOver { return sleeper.resume() }
        self.sleeper = sleeper
        timer = reactor.setTimer(at: deadline) { [self] in
            timer = nil
            end(reactor)
        }
    }

    /// The time has come, or the task was cancelled.
    func end(_ reactor: Reactor) {
        isOver = true
        if let timer { reactor.cancel(timer) }
        timer = nil
        sleeper?.resume()
        sleeper = nil
    }
}

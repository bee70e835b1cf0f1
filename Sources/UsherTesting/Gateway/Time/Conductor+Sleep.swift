import Synchronization
import UsherCore

extension Conductor {
    func sleep(nanoseconds: Int64) async {
        await sleep(TimeSpan(nanoseconds: nanoseconds))
    }

    /// Returns after `span` of virtual time, or earlier if the task is cancelled. At once for a span of nothing.
    func sleep(_ span: TimeSpan) async {
        guard span > .zero, !Task.isCancelled else { return }
        let (due, overflow) = now.addingReportingOverflow(span.nanoseconds)
        let sleeper = Sleeper(self)
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper.begin($0, until: overflow ? .max : due) }
        } onCancel: {
            sleeper.wake()
        }
        arrived()
    }
}

/// One pause: whoever comes first ends it, its time or its task's cancellation.
private final class Sleeper: Sendable {
    private struct State {
        var waiting: CheckedContinuation<Void, Never>?
        var timer: UInt64?
        var isOver = false
    }

    private let conductor: Conductor
    private let state = Mutex(State())

    init(_ conductor: Conductor) {
        self.conductor = conductor
    }

    func begin(_ waiting: CheckedContinuation<Void, Never>, until due: Int64) {
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            state.waiting = waiting
            state.timer = conductor.setTimer(at: due) { self.wake() }
            return false
        }
        if isOver { conductor.wake(waiting, ()) }
    }

    func wake() {
        let (waiting, timer) = state.withLock { state in
            state.isOver = true
            return (state.waiting.take(), state.timer.take())
        }
        if let timer { conductor.cancelTimer(timer) }
        if let waiting { conductor.wake(waiting, ()) }
    }
}

import Foundation
import Synchronization

/// SIGINT and SIGTERM as something to wait for. Made once, early: from then on the two do not kill the process.
final class Signals: Sendable {
    private struct Waiting {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(Waiting())

    /// `onSecond` runs on the second signal, for those who cannot wait for the first to be obeyed.
    init(onSecond: @escaping @Sendable () -> Void) {
        // The watching thread lives as long as the process, which this need not.
        SignalPipe.watch([SIGINT, SIGTERM]) { [weak self] in self?.arrived(onSecond) }
    }

    private func arrived(_ onSecond: () -> Void) {
        let (count, waiters) = state.withLock { state in
            state.count += 1
            defer { state.waiters = [] }
            return (state.count, state.waiters)
        }
        for waiter in waiters { waiter.resume() }
        if count > 1 { onSecond() }
    }

    /// Returns after the first signal, at once if it was there before.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isThere = state.withLock { state in
                if state.count == 0 { state.waiters.append(waiter) }
                return state.count > 0
            }
            if isThere { waiter.resume() }
        }
    }

    /// Lets those who wait go on, as a signal would: for commands that end by themselves.
    func release() {
        let waiters = state.withLock { state in
            state.count = max(state.count, 1)
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

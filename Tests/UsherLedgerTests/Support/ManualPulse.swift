import Synchronization
import UsherCore
import UsherLedger

/// A stream whose peer the test lets fall silent. Counts how often it was asked.
final class ManualPulse: DevicePulse {
    private let clock: ManualClock
    private let state = Mutex<(heardAt: Timestamp?, asked: Int)>((nil, 0))

    init(_ clock: ManualClock) {
        self.clock = clock
    }

    var silence: TimeSpan {
        state.withLock {
            $0.asked += 1
            return $0.heardAt.map { clock.now - $0 } ?? .zero
        }
    }

    var asked: Int { state.withLock { $0.asked } }

    func fallSilent() { state.withLock { $0.heardAt = clock.now } }

    /// Its peer answers again.
    func wakeUp() { state.withLock { $0.heardAt = nil } }
}

import Synchronization
import UsherRPC

/// A peer that is as silent as the test says.
final class ManualPulse: PeerPulse {
    private let nanoseconds = Atomic<Int64>(0)

    var silence: Int64 {
        get { nanoseconds.load(ordering: .relaxed) }
        set { nanoseconds.store(newValue, ordering: .relaxed) }
    }
}

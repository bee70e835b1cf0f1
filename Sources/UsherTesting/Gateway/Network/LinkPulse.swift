import Synchronization
import UsherRPC

/// When the gateway last heard a client of the test network: now as long as its connection stands and its line passes,
/// else the moment when that ended. As if it were PINGed without a pause.
final class LinkPulse: PeerPulse {
    private let conductor: Conductor
    /// `Int64.max` while the client is heard.
    private let silentSince: Atomic<Int64>

    init(_ conductor: Conductor, isHeard: Bool) {
        self.conductor = conductor
        silentSince = Atomic(isHeard ? .max : conductor.now)
    }

    var silence: Int64 {
        let since = silentSince.load(ordering: .relaxed)
        return since == .max ? 0 : max(0, conductor.now - since)
    }

    func lineChanged(isHeard: Bool) {
        if isHeard {
            silentSince.store(.max, ordering: .relaxed)
        } else if silentSince.load(ordering: .relaxed) == .max {
            silentSince.store(conductor.now, ordering: .relaxed)
        }
    }
}

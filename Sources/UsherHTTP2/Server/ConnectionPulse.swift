import Synchronization
import UsherRPC

/// When a connection's peer was last heard, for those who ask from other threads. Only connections that somebody asks
/// about have one.
final class ConnectionPulse: PeerPulse {
    private let lastHeard: Atomic<Int64>
    private let reactor: Reactor

    init(_ reactor: Reactor, lastHeard: Int64) {
        self.reactor = reactor
        self.lastHeard = Atomic(lastHeard)
    }

    var silence: Int64 { max(0, reactor.now - lastHeard.load(ordering: .relaxed)) }

    /// Loop only.
    func heard(now: Int64) {
        lastHeard.store(now, ordering: .relaxed)
    }
}

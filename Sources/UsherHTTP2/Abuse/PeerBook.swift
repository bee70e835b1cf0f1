import Synchronization

/// The peers of all loops of a server.
final class PeerBook: Sendable {
    private let counts: Mutex<PeerCounts>

    init(maxConnections: Int = Limits.maxConnectionsPerPeer, maxHandshakes: Int = Limits.maxHandshakesPerPeer) {
        counts = Mutex(PeerCounts(maxConnections: maxConnections, maxHandshakes: maxHandshakes))
    }

    var peers: Int { counts.withLock { $0.peers } }

    func admit(_ peer: PeerNetwork) -> PeerCounts.Refusal? { counts.withLock { $0.admit(peer) } }

    func finishHandshake(_ peer: PeerNetwork) { counts.withLock { $0.finishHandshake(peer) } }

    func leave(_ peer: PeerNetwork, isHandshaking: Bool) {
        counts.withLock { $0.leave(peer, isHandshaking: isHandshaking) }
    }
}

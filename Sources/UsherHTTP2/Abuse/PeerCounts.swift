/// How many connections each peer has, and how many of them have not finished their handshake.
struct PeerCounts {
    /// Why a peer gets no further connection, in words for it.
    enum Refusal: String {
        case connections = "too many connections from this address"
        case handshakes = "too many unfinished handshakes from this address"
    }

    private struct Count {
        var connections = 0
        var handshakes = 0
    }

    private let maxConnections: Int
    private let maxHandshakes: Int
    private var counts: [PeerNetwork: Count] = [:]

    init(maxConnections: Int, maxHandshakes: Int) {
        self.maxConnections = maxConnections
        self.maxHandshakes = maxHandshakes
    }

    /// Peers that have connections.
    var peers: Int { counts.count }

    /// A connection has come and begins its handshake: nil if the peer may have it.
    mutating func admit(_ peer: PeerNetwork) -> Refusal? {
        var count = counts[peer] ?? Count()
        guard count.connections < maxConnections else { return .connections }
        guard count.handshakes < maxHandshakes else { return .handshakes }
        count.connections += 1
        count.handshakes += 1
        counts[peer] = count
        return nil
    }

    /// A connection's handshake is done.
    mutating func finishHandshake(_ peer: PeerNetwork) {
        counts[peer]?.handshakes -= 1
    }

    /// A connection has ended.
    mutating func leave(_ peer: PeerNetwork, isHandshaking: Bool) {
        guard var count = counts[peer] else { return }
        count.connections -= 1
        if isHandshaking { count.handshakes -= 1 }
        counts[peer] = count.connections > 0 ? count : nil
    }
}

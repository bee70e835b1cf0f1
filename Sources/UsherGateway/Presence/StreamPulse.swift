internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// The sign of life that an open stream is, as the ledger asks for it.
final class StreamPulse: DevicePulse {
    private let peer: any PeerPulse

    init(_ peer: any PeerPulse) {
        self.peer = peer
    }

    var silence: TimeSpan { TimeSpan(nanoseconds: peer.silence) }
}

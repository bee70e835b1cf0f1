import UsherRPC

/// The pulse of a peer that is always there.
final class SimulatedPulse: PeerPulse {
    var silence: Int64 { 0 }
}

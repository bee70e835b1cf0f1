import UsherCore

/// What the simulated ledger answered to one request, with the show's time at the decision.
struct SimulatedAnswer {
    enum Outcome {
        case lock(Lock)
        case sale(Sale)
        /// Seats blocked (true) or unblocked.
        case blocks([Int32], Bool)
        case expired(UInt64)
        case refused(Refusal)
        /// A failed commit or a crash: nothing was promised.
        case unknown
    }

    /// nil for what nobody asked: an expiry.
    var request: SimulatedRequest?
    var outcome: Outcome
    var at: Timestamp
    /// The decision changed something; else it was a refusal, a read or a repeat.
    var isChange = false
}

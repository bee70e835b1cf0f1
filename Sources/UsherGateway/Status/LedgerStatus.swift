internal import UsherLedger
internal import UsherRPC

extension RPCError {
    /// A failure of the ledger: whether the caller knows that nothing was done is what the reason tells.
    init(_ failure: LedgerError) {
        switch failure.kind {
        case .storeAway, .inUse, .newerSchema:
            self = StatusDetails.error(
                .unavailable, "The store is away and nothing was done; repeat the request.", reason: "STORE_AWAY",
                retryAfter: .seconds(Limits.storeRetrySeconds))
        case .tooLate:
            self = RPCError(.deadlineExceeded, "The deadline has passed, and nothing was done.")
        case .commitFailed:
            self = RPCError(
                .unavailable, "The outcome is unknown; repeat the request with the same request_id.")
        case .damaged:
            self = RPCError(.dataLoss, "The store's content cannot be read: \(failure.message)")
        }
    }

    /// A limit that waiting helps against.
    static func overloaded(_ sentence: String) -> RPCError {
        StatusDetails.error(
            .resourceExhausted, sentence, reason: "TOO_MANY", retryAfter: .seconds(Limits.storeRetrySeconds))
    }
}

import UsherCore
import UsherRPC

extension UsherError {
    /// What the error says about the attempt that it ended.
    var callResult: CallResult {
        if isRefusal {
            return .refused(
                SelectionRefusal(reason, seats: seats, message: message, repair: suggestion?.seats ?? []))
        }
        return isOutcomeUnknown || leavesOutcomeUnknown
            ? .unknown(retryAfter: retryAfter) : .failed(message: message)
    }

    /// A refusal that was judged without the gateway, as the gateway would have said it.
    init(_ refusal: SelectionRefusal) {
        let code: StatusCode =
            switch refusal.reason {
            case "SEAT_UNKNOWN": .invalidArgument
            case "LOCK_UNKNOWN": .notFound
            case "SEAT_TAKEN", "LOCK_LOST": .aborted
            case "CLOSED": .cancelled
            default: .failedPrecondition
            }
        self.init(code, reason: refusal.reason, message: refusal.message, seats: refusal.seats)
    }
}

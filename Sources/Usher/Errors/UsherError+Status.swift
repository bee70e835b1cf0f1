import UsherCore
import UsherRPC
import UsherWire

extension UsherError {
    /// Reads what the gateway attached to its refusal; details that cannot be read are left out, the status stays.
    init(_ error: RPCError) {
        self.init(error.code, message: error.message)
        if case .wait(let milliseconds) = RetryPushback(error.metadata) {
            retryAfter = .milliseconds(Int64(milliseconds))
        }
        guard let details = error.details else { return }
        let status: StatusMessage
        do {
            status = try StatusMessage(decoding: details)
        } catch {
            return
        }
        reason = status.reason ?? ""
        // The header's text may be cut; the details' is whole.
        if !status.message.isEmpty { message = status.message }
        for detail in status.details {
            switch detail {
            case .badRequest(let found): faults += found
            case .seatConflict(let conflict):
                seats += conflict.seats
                suggestion = conflict.suggestion
            case .retryInfo(let span): retryAfter = span
            case .errorInfo, .other: break
            }
        }
    }

    /// Whether an attempt that ended so may have been done: nobody answered, or something in between did.
    var leavesOutcomeUnknown: Bool {
        switch code {
        case .unavailable: reason != "STORE_AWAY"
        case .cancelled, .unknown, .deadlineExceeded, .internal, .dataLoss: true
        case .ok, .invalidArgument, .notFound, .alreadyExists, .permissionDenied, .resourceExhausted,
            .failedPrecondition, .aborted, .outOfRange, .unimplemented, .unauthenticated:
            false
        }
    }

    /// The gateway looked at the call and refused it: all contract refusals have a reason, and come only after the
    /// request id was looked up. What an earlier attempt did would have been answered instead.
    var isRefusal: Bool {
        switch code {
        case .invalidArgument, .notFound, .aborted, .failedPrecondition, .alreadyExists: !reason.isEmpty
        case .ok, .cancelled, .unknown, .deadlineExceeded, .permissionDenied, .resourceExhausted, .outOfRange,
            .unimplemented, .internal, .unavailable, .dataLoss, .unauthenticated:
            false
        }
    }
}

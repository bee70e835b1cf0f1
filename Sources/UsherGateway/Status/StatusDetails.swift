internal import UsherCore
internal import UsherRPC
internal import UsherWire

/// Builds errors with `grpc-status-details-bin`.
enum StatusDetails {
    /// `retryAfter` is sent where waiting helps, in the details and as what gRPC's own clients obey.
    static func error(
        _ code: StatusCode, _ sentence: String, reason: String? = nil, metadata: [StatusDetail.Pair] = [],
        faults: [FieldFault] = [], conflict: SeatConflict? = nil, retryAfter: TimeSpan? = nil
    ) -> RPCError {
        var details: [StatusDetail] = []
        if let reason {
            details.append(.errorInfo(reason: reason, domain: StatusMessage.domain, metadata: metadata))
        }
        if !faults.isEmpty { details.append(.badRequest(faults)) }
        if let conflict { details.append(.seatConflict(conflict)) }
        if let retryAfter { details.append(.retryInfo(retryAfter)) }
        let status = StatusMessage(code: Int32(code.rawValue), message: sentence, details: details)
        let pushback = retryAfter.map { RetryPushback.wait(milliseconds: Int32(clamping: $0.nanoseconds / 1_000_000)) }
        return RPCError(
            code, sentence, details: status.encoded(), metadata: pushback?.metadata ?? Metadata())
    }
}

internal import UsherCore
internal import UsherRPC
internal import UsherWire

/// Builds errors with `grpc-status-details-bin`.
enum StatusDetails {
    /// `retryAfter` is sent where waiting helps.
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
        return RPCError(code, sentence, details: status.encoded())
    }
}

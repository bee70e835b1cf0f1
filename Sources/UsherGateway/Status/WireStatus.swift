internal import UsherRPC
internal import UsherWire

extension RPCError {
    /// Bytes that did not become a request.
    init(_ failure: WireError) {
        switch failure.code {
        case .malformed: self = RPCError(.internal, "The request cannot be decoded: \(failure.message)")
        case .tooLarge: self = RPCError(.resourceExhausted, failure.message)
        case .fields: self = RPCError(.fields(failure.faults))
        }
    }
}

import CInteropProto

/// grpc.testing.StreamingOutputCallResponse.
public struct StreamingOutputCallResponse: InteropMessage, Equatable {
    public var payload: Payload?

    public init(payload: Payload? = nil) {
        self.payload = payload
    }
}

extension StreamingOutputCallResponse: Mapped {
    typealias C = Grpc__Testing__StreamingOutputCallResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__streaming_output_call_response__init }
    static var unpack: Unpack { grpc__testing__streaming_output_call_response__unpack }

    init(_ c: C) {
        payload = c.payload.map { Payload($0.pointee) }
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.payload = memory.message(payload)
    }
}

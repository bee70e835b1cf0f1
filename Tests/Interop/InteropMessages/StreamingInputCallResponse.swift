import CInteropProto

/// grpc.testing.StreamingInputCallResponse.
public struct StreamingInputCallResponse: InteropMessage, Equatable {
    public var aggregatedPayloadSize: Int32

    public init(aggregatedPayloadSize: Int32 = 0) {
        self.aggregatedPayloadSize = aggregatedPayloadSize
    }
}

extension StreamingInputCallResponse: Mapped {
    typealias C = Grpc__Testing__StreamingInputCallResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__streaming_input_call_response__init }
    static var unpack: Unpack { grpc__testing__streaming_input_call_response__unpack }

    init(_ c: C) {
        aggregatedPayloadSize = c.aggregated_payload_size
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.aggregated_payload_size = aggregatedPayloadSize
    }
}

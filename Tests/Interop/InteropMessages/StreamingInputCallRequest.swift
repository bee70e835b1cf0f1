import CInteropProto

/// grpc.testing.StreamingInputCallRequest.
public struct StreamingInputCallRequest: InteropMessage, Equatable {
    public var payload: Payload?
    public var expectCompressed: Bool?

    public init(payload: Payload? = nil, expectCompressed: Bool? = nil) {
        self.payload = payload
        self.expectCompressed = expectCompressed
    }
}

extension StreamingInputCallRequest: Mapped {
    typealias C = Grpc__Testing__StreamingInputCallRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__streaming_input_call_request__init }
    static var unpack: Unpack { grpc__testing__streaming_input_call_request__unpack }

    init(_ c: C) {
        payload = c.payload.map { Payload($0.pointee) }
        expectCompressed = Memory.flag(c.expect_compressed)
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.payload = memory.message(payload)
        c.expect_compressed = memory.flag(expectCompressed)
    }
}

import CInteropProto

/// grpc.testing.SimpleRequest.
public struct SimpleRequest: InteropMessage, Equatable {
    public var responseType: Int32
    /// Bytes of the payload that is asked for.
    public var responseSize: Int32
    public var payload: Payload?
    public var responseCompressed: Bool?
    public var responseStatus: EchoStatus?
    public var expectCompressed: Bool?

    public init(
        responseType: Int32 = 0, responseSize: Int32 = 0, payload: Payload? = nil, responseCompressed: Bool? = nil,
        responseStatus: EchoStatus? = nil, expectCompressed: Bool? = nil
    ) {
        self.responseType = responseType
        self.responseSize = responseSize
        self.payload = payload
        self.responseCompressed = responseCompressed
        self.responseStatus = responseStatus
        self.expectCompressed = expectCompressed
    }
}

extension SimpleRequest: Mapped {
    typealias C = Grpc__Testing__SimpleRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__simple_request__init }
    static var unpack: Unpack { grpc__testing__simple_request__unpack }

    init(_ c: C) {
        responseType = Int32(bitPattern: c.response_type.rawValue)
        responseSize = c.response_size
        payload = c.payload.map { Payload($0.pointee) }
        responseCompressed = Memory.flag(c.response_compressed)
        responseStatus = c.response_status.map { EchoStatus($0.pointee) }
        expectCompressed = Memory.flag(c.expect_compressed)
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.response_type = Grpc__Testing__PayloadType(rawValue: UInt32(bitPattern: responseType))
        c.response_size = responseSize
        c.payload = memory.message(payload)
        c.response_compressed = memory.flag(responseCompressed)
        c.response_status = memory.message(responseStatus)
        c.expect_compressed = memory.flag(expectCompressed)
    }
}

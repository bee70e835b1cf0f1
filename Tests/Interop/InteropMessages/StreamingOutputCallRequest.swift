import CInteropProto

/// grpc.testing.StreamingOutputCallRequest.
public struct StreamingOutputCallRequest: InteropMessage, Equatable {
    public var responseType: Int32
    public var responseParameters: [ResponseParameters]
    public var payload: Payload?
    public var responseStatus: EchoStatus?

    public init(
        responseType: Int32 = 0, responseParameters: [ResponseParameters] = [], payload: Payload? = nil,
        responseStatus: EchoStatus? = nil
    ) {
        self.responseType = responseType
        self.responseParameters = responseParameters
        self.payload = payload
        self.responseStatus = responseStatus
    }
}

extension StreamingOutputCallRequest: Mapped {
    typealias C = Grpc__Testing__StreamingOutputCallRequest
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__streaming_output_call_request__init }
    static var unpack: Unpack { grpc__testing__streaming_output_call_request__unpack }

    init(_ c: C) {
        responseType = Int32(bitPattern: c.response_type.rawValue)
        responseParameters = (0..<c.n_response_parameters).compactMap {
            c.response_parameters[$0].map { ResponseParameters($0.pointee) }
        }
        payload = c.payload.map { Payload($0.pointee) }
        responseStatus = c.response_status.map { EchoStatus($0.pointee) }
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.response_type = Grpc__Testing__PayloadType(rawValue: UInt32(bitPattern: responseType))
        c.n_response_parameters = responseParameters.count
        c.response_parameters = memory.list(responseParameters)
        c.payload = memory.message(payload)
        c.response_status = memory.message(responseStatus)
    }
}

import CInteropProto

/// grpc.testing.SimpleResponse.
public struct SimpleResponse: InteropMessage, Equatable {
    public var payload: Payload?

    public init(payload: Payload? = nil) {
        self.payload = payload
    }
}

extension SimpleResponse: Mapped {
    typealias C = Grpc__Testing__SimpleResponse
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__simple_response__init }
    static var unpack: Unpack { grpc__testing__simple_response__unpack }

    init(_ c: C) {
        payload = c.payload.map { Payload($0.pointee) }
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.payload = memory.message(payload)
    }
}

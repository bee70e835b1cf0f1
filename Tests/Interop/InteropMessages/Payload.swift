import CInteropProto

/// grpc.testing.Payload: bytes that make a message large.
public struct Payload: InteropMessage, Equatable {
    public var type: Int32
    public var body: [UInt8]

    public init(type: Int32 = 0, body: [UInt8] = []) {
        self.type = type
        self.body = body
    }
}

extension Payload: Mapped {
    typealias C = Grpc__Testing__Payload
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__payload__init }
    static var unpack: Unpack { grpc__testing__payload__unpack }

    init(_ c: C) {
        type = Int32(bitPattern: c.type.rawValue)
        body = Memory.copy(c.body)
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.type = Grpc__Testing__PayloadType(rawValue: UInt32(bitPattern: type))
        c.body = memory.bytes(body)
    }
}

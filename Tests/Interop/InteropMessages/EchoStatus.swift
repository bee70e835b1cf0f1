import CInteropProto

/// grpc.testing.EchoStatus: how the server shall end the call.
public struct EchoStatus: InteropMessage, Equatable {
    public var code: Int32
    public var message: String

    public init(code: Int32 = 0, message: String = "") {
        self.code = code
        self.message = message
    }
}

extension EchoStatus: Mapped {
    typealias C = Grpc__Testing__EchoStatus
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__echo_status__init }
    static var unpack: Unpack { grpc__testing__echo_status__unpack }

    init(_ c: C) {
        code = c.code
        message = String(decoding: Memory.copy(c.message), as: UTF8.self)
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.code = code
        c.message = memory.bytes(Array(message.utf8))
    }
}

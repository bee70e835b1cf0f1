import CInteropProto

/// grpc.testing.ResponseParameters: one message that is asked for.
public struct ResponseParameters: InteropMessage, Equatable {
    /// Bytes of its payload.
    public var size: Int32
    /// The pause before it.
    public var intervalMicroseconds: Int32
    public var compressed: Bool?

    public init(size: Int32 = 0, intervalMicroseconds: Int32 = 0, compressed: Bool? = nil) {
        self.size = size
        self.intervalMicroseconds = intervalMicroseconds
        self.compressed = compressed
    }
}

extension ResponseParameters: Mapped {
    typealias C = Grpc__Testing__ResponseParameters
    static var initialise: (UnsafeMutablePointer<C>?) -> Void { grpc__testing__response_parameters__init }
    static var unpack: Unpack { grpc__testing__response_parameters__unpack }

    init(_ c: C) {
        size = c.size
        intervalMicroseconds = c.interval_us
        compressed = Memory.flag(c.compressed)
    }

    func fill(_ c: inout C, _ memory: Memory) {
        c.size = size
        c.interval_us = intervalMicroseconds
        c.compressed = memory.flag(compressed)
    }
}

/// A value that is one message of `grpc.testing` on the wire.
public protocol InteropMessage: Sendable {
    /// Throws if the bytes are no such message.
    init(decoding bytes: [UInt8]) throws(MalformedMessage)
    func encoded() -> [UInt8]
}

/// Bytes that are not the message that they should be.
public struct MalformedMessage: Error {
    public let type: String
}

/// One message with its 5-byte gRPC prefix, immutable, so that any number of streams share its bytes.
public final class FramedMessage: Sendable {
    /// Flag (0), length (4 bytes, big endian), message.
    public let bytes: [UInt8]

    /// Frames `message`, uncompressed.
    public init(_ message: [UInt8]) {
        let count = UInt32(message.count)
        var framed = [UInt8]()
        framed.reserveCapacity(message.count + 5)
        framed.append(0)
        framed.append(UInt8(truncatingIfNeeded: count >> 24))
        framed.append(UInt8(truncatingIfNeeded: count >> 16))
        framed.append(UInt8(truncatingIfNeeded: count >> 8))
        framed.append(UInt8(truncatingIfNeeded: count))
        framed.append(contentsOf: message)
        bytes = framed
    }
}

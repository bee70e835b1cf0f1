/// The media type of gRPC.
enum ContentType {
    private static let base = Array("application/grpc".utf8)

    /// True for `application/grpc`, alone or followed by a format (`+proto`) or parameters. Media types know no case
    /// (RFC 9110 §8.3.1).
    static func isGRPC(_ type: String) -> Bool {
        var rest = type.utf8[...]
        for expected in base {
            guard let byte = rest.popFirst(), lower(byte) == expected else { return false }
        }
        guard let next = rest.first else { return true }
        return next == UInt8(ascii: "+") || next == UInt8(ascii: ";")
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

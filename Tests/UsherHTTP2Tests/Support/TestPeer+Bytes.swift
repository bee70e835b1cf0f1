import UsherRPC

/// Frames, header blocks and messages as bytes.
extension TestPeer {
    static func bigEndian(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    static func frame(_ kind: Kind, _ flags: UInt8, _ stream: Int32, _ payload: [UInt8] = []) -> [UInt8] {
        let count = UInt32(payload.count)
        return Array(bigEndian(count).dropFirst()) + [kind.rawValue, flags] + bigEndian(UInt32(stream)) + payload
    }

    /// Fields as literals without compression.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        func integer(_ value: Int) -> [UInt8] {
            guard value >= 127 else { return [UInt8(value)] }
            var rest = value - 127
            var bytes: [UInt8] = [127]
            while rest >= 128 {
                bytes.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            return bytes + [UInt8(rest)]
        }
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes.append(0)
            for text in [name, value] {
                bytes += integer(text.utf8.count)
                bytes += Array(text.utf8)
            }
        }
        return bytes
    }

    /// The fields of a gRPC request.
    static func request(_ path: String, _ extra: [(String, String)] = []) -> [(String, String)] {
        [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "test"), ("te", "trailers"),
            ("content-type", "application/grpc"),
        ] + extra
    }

    static func message(_ bytes: [UInt8]) -> [UInt8] { message(CodedMessage(bytes)) }

    static func message(_ message: CodedMessage) -> [UInt8] {
        [message.isCompressed ? 1 : 0] + bigEndian(UInt32(message.bytes.count)) + message.bytes
    }

    /// A message that says that it is compressed.
    static func packed(_ bytes: [UInt8]) -> [UInt8] { message(CodedMessage(bytes, isCompressed: true)) }
}

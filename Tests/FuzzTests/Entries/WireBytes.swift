/// Pieces of HTTP/2 as bytes, right or wrong.
enum WireBytes {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let count = UInt32(payload.count)
        return [UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), type, flags] + big(stream) + payload
    }

    static func big(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    static func message(_ bytes: [UInt8], flag: UInt8 = 0) -> [UInt8] {
        [flag] + big(UInt32(bytes.count)) + bytes
    }

    /// A literal field. `form`: 0x00 stays out of the table, 0x40 enters it, 0x10 never does.
    static func field(_ name: [UInt8], _ value: [UInt8], form: UInt8 = 0) -> [UInt8] {
        [form] + text(name) + text(value)
    }

    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { field(Array($0.0.utf8), Array($0.1.utf8)) }
    }

    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}

import UsherCore

/// Writes tagged fields in protobuf's wire format (varints and length-delimited), so that a reader can pass over what
/// it does not know, and seals them: a version byte in front, a checksum behind.
struct FieldWriter {
    /// Raised when a reader of the old format could no longer make sense of the new one.
    static let version: UInt8 = 1

    private(set) var bytes: [UInt8]

    init(capacity: Int = 128) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// A blob ready for the store.
    static func sealed(capacity: Int = 128, _ body: (inout FieldWriter) -> Void) -> [UInt8] {
        var writer = FieldWriter(capacity: capacity + 5)
        writer.bytes.append(version)
        body(&writer)
        let checksum = writer.bytes.withUnsafeBytes { Checksum.of($0) }
        writer.append(checksum)
        return writer.bytes
    }

    /// Little endian.
    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Zigzag, so that small negative numbers stay short.
    mutating func signed(_ value: Int64) {
        varint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// A number; zero is left out.
    mutating func field(_ tag: UInt64, _ value: UInt64) {
        guard value != 0 else { return }
        varint(tag << 3)
        varint(value)
    }

    mutating func field(_ tag: UInt64, signed value: Int64) {
        field(tag, UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func field(_ tag: UInt64, _ value: Bool) {
        field(tag, UInt64(value ? 1 : 0))
    }

    /// Four bytes, little endian; always written.
    mutating func field(_ tag: UInt64, _ value: Float) {
        varint(tag << 3 | 5)
        let bits = value.bitPattern
        append(bits)
    }

    /// Eight bytes, little endian; always written.
    mutating func field(_ tag: UInt64, fixed value: UInt64) {
        varint(tag << 3 | 1)
        append(value)
    }

    /// Text; "" is left out.
    mutating func field(_ tag: UInt64, _ text: String) {
        guard !text.isEmpty else { return }
        always(tag, text)
    }

    /// Text that is an element of a list: written also when empty.
    mutating func always(_ tag: UInt64, _ text: String) {
        varint(tag << 3 | 2)
        varint(UInt64(text.utf8.count))
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    mutating func field(_ tag: UInt64, bytes value: [UInt8]) {
        varint(tag << 3 | 2)
        varint(UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    /// A nested message or a packed list; written also when empty.
    mutating func nested(_ tag: UInt64, _ body: (inout FieldWriter) -> Void) {
        varint(tag << 3 | 2)
        let mark = bytes.count
        bytes.append(0)
        body(&self)
        let length = bytes.count - mark - 1
        if length < 0x80 {
            bytes[mark] = UInt8(length)
        } else {
            var prefix = FieldWriter(capacity: 10)
            prefix.varint(UInt64(length))
            bytes.replaceSubrange(mark...mark, with: prefix.bytes)
        }
    }
}

import UsherCore

/// Reads what `FieldWriter` wrote. Every read is bounds-checked: damaged bytes throw, they never trap.
struct FieldReader {
    /// One field's value: a number, or where its bytes lie.
    enum Value {
        case number(UInt64)
        case bytes(FieldReader)
    }

    private let base: UnsafeRawBufferPointer
    private var position: Int
    private let end: Int

    private init(_ base: UnsafeRawBufferPointer, _ position: Int, _ end: Int) {
        self.base = base
        self.position = position
        self.end = end
    }

    /// Checks version and checksum of a sealed blob and reads its fields.
    static func open<Result>(
        _ blob: [UInt8], _ body: (inout FieldReader) throws(CodecError) -> Result
    ) throws(CodecError) -> Result {
        try blob.withUnsafeBufferPointer { (buffer) throws(CodecError) -> Result in
            let bytes = UnsafeRawBufferPointer(buffer)
            guard bytes.count >= 5 else { throw CodecError("a blob of \(bytes.count) bytes") }
            let content = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 4)])
            let stored = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
            guard Checksum.of(content) == stored else { throw CodecError("a wrong checksum") }
            guard content[0] == FieldWriter.version else { throw CodecError("format version \(content[0])") }
            var reader = FieldReader(content, 1, content.count)
            return try body(&reader)
        }
    }

    var isAtEnd: Bool { position >= end }
    var remaining: Int { end - position }

    mutating func varint() throws(CodecError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end, shift < 64 {
            let byte = base[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw CodecError("a cut number")
    }

    mutating func signed() throws(CodecError) -> Int64 { Self.zigzag(try varint()) }

    static func zigzag(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }

    /// The next field, or nil at the end. Callers pass over tags that they do not know.
    mutating func next() throws(CodecError) -> (tag: UInt64, value: Value)? {
        guard !isAtEnd else { return nil }
        let key = try varint()
        switch key & 7 {
        case 0: return (key >> 3, .number(try varint()))
        case 1: return (key >> 3, .number(try fixed(8)))
        case 5: return (key >> 3, .number(try fixed(4)))
        case 2:
            let length = try varint()
            guard length <= UInt64(remaining) else { throw CodecError("a cut field") }
            let start = position
            position += Int(length)
            return (key >> 3, .bytes(FieldReader(base, start, position)))
        default: throw CodecError("wire type \(key & 7)")
        }
    }

    private mutating func fixed(_ count: Int) throws(CodecError) -> UInt64 {
        guard remaining >= count else { throw CodecError("a cut number") }
        var value: UInt64 = 0
        for byte in 0..<count { value |= UInt64(base[position + byte]) << UInt64(8 * byte) }
        position += count
        return value
    }

    var text: String { String(decoding: base[position..<end], as: UTF8.self) }
    var bytes: [UInt8] { [UInt8](base[position..<end]) }
}

extension FieldReader.Value {
    // A known tag with another wire type is damage; the checksum makes that a bug of ours, reported the same way.

    func number() throws(CodecError) -> UInt64 {
        guard case .number(let value) = self else { throw CodecError("bytes where a number belongs") }
        return value
    }

    func signed() throws(CodecError) -> Int64 { FieldReader.zigzag(try number()) }

    func int32() throws(CodecError) -> Int32 {
        guard let value = Int32(exactly: try number()) else { throw CodecError("a number out of range") }
        return value
    }

    func int() throws(CodecError) -> Int {
        guard let value = Int(exactly: try number()) else { throw CodecError("a number out of range") }
        return value
    }

    func bool() throws(CodecError) -> Bool { try number() != 0 }

    func float() throws(CodecError) -> Float {
        guard let bits = UInt32(exactly: try number()) else { throw CodecError("a number out of range") }
        return Float(bitPattern: bits)
    }

    func reader() throws(CodecError) -> FieldReader {
        guard case .bytes(let reader) = self else { throw CodecError("a number where bytes belong") }
        return reader
    }

    func text() throws(CodecError) -> String { try reader().text }
}

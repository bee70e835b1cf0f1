/// Walks the fields of one serialized message; throws `.malformed` for whatever is not one.
struct WireReader {
    struct Field {
        var number: UInt32
        var payload: Payload
    }

    enum Payload {
        case varint(UInt64)
        case fixed64(UInt64)
        case bytes(ArraySlice<UInt8>)
        case fixed32(UInt32)
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// The next field, or nil at the end.
    mutating func next() throws(WireError) -> Field? {
        if isAtEnd { return nil }
        let tag = try varint()
        guard let number = UInt32(exactly: tag >> 3), number > 0 else {
            throw WireError(.malformed, "a field number out of range")
        }
        guard let type = WireType(rawValue: UInt8(tag & 7)) else {
            throw WireError(.malformed, "an unknown wire type")
        }
        switch type {
        case .varint: return Field(number: number, payload: .varint(try varint()))
        case .fixed64: return Field(number: number, payload: .fixed64(try fixed(8)))
        case .fixed32: return Field(number: number, payload: .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
        case .lengthPrefixed:
            let length = try varint()
            guard length <= UInt64(bytes.endIndex - position) else { throw WireError(.malformed, "cut short") }
            let slice = bytes[position..<position + Int(length)]
            position += Int(length)
            return Field(number: number, payload: .bytes(slice))
        }
    }

    mutating func varint() throws(WireError) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
            if shift > 63 { throw WireError(.malformed, "a number of more than 10 bytes") }
        }
        throw WireError(.malformed, "cut short")
    }

    mutating func fixed(_ count: Int) throws(WireError) -> UInt64 {
        guard bytes.endIndex - position >= count else { throw WireError(.malformed, "cut short") }
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
        position += count
        return value
    }
}

/// The fields of a protobuf message, one after the other, without a copy. Ends where the bytes are not a message.
struct FieldScan {
    struct Field {
        var number: UInt64
        /// Of a varint; 0 else.
        var value: UInt64
        /// Of a string or message; empty else.
        var bytes: UnsafeRawBufferPointer
    }

    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    mutating func next() -> Field? {
        guard let key = varint() else { return nil }
        switch key & 7 {
        case 0: return varint().map { Field(number: key >> 3, value: $0, bytes: .init(start: nil, count: 0)) }
        case 1: return skip(8, key)
        case 2:
            guard let length = varint(), length <= rest.count else { return nil }
            return skip(Int(length), key)
        case 5: return skip(4, key)
        default: return nil
        }
    }

    private mutating func skip(_ count: Int, _ key: UInt64) -> Field? {
        guard count <= rest.count else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: rest[..<count])
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        return Field(number: key >> 3, value: 0, bytes: bytes)
    }

    private mutating func varint() -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for place in 0..<min(10, rest.count) {
            let byte = rest[place]
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 {
                rest = UnsafeRawBufferPointer(rebasing: rest[(place + 1)...])
                return value
            }
            shift += 7
        }
        return nil
    }
}

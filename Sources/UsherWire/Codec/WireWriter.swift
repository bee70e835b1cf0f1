/// Raw protobuf bytes, for the two events that are sent most and for what has no generated code.
struct WireWriter {
    private(set) var bytes: [UInt8]

    init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    static func varintSize(_ value: UInt64) -> Int {
        // Seven bits a byte; zero takes one.
        (70 - (value | 1).leadingZeroBitCount) / 7
    }

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func tag(_ field: UInt32, _ type: WireType) {
        varint(UInt64(field) << 3 | UInt64(type.rawValue))
    }

    mutating func fixed32(_ value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func fixed64(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func raw(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    mutating func lengthPrefixed(_ more: [UInt8]) {
        varint(UInt64(more.count))
        bytes.append(contentsOf: more)
    }
}

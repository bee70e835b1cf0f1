/// An input, read as decisions. At its end everything is 0.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 {
        rest.popFirst() ?? 0
    }

    mutating func number(below bound: Int) -> Int {
        Int(byte()) % bound
    }

    mutating func uint32() -> UInt32 {
        (0..<4).reduce(0) { sum, _ in sum << 8 | UInt32(byte()) }
    }

    mutating func int64() -> Int64 {
        (0..<8).reduce(0) { sum, _ in sum << 8 | Int64(byte()) }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        let taken = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        return taken
    }

    /// A length byte and so many bytes.
    mutating func chunk() -> [UInt8] {
        bytes(Int(byte()))
    }

    mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}

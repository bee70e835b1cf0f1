/// Reads what a `FocusByteWriter` wrote, and nil for anything else.
struct FocusByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func byte() -> UInt8? {
        guard !isAtEnd else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() -> Bool? {
        switch byte() {
        case 0: false
        case 1: true
        default: nil
        }
    }

    mutating func number() -> UInt32? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
    }

    mutating func long() -> Int64? {
        guard bytes.count - position >= 8 else { return nil }
        defer { position += 8 }
        return Int64(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) })
    }

    mutating func time() -> Timestamp? {
        long().map { Timestamp(nanoseconds: $0) }
    }

    /// A number that may be missing: `.some(nil)` where it is.
    mutating func optional() -> Int64?? {
        guard let isThere = flag() else { return nil }
        guard isThere else { return .some(nil) }
        return long().map { .some($0) }
    }

    mutating func text() -> String? {
        guard let count = number(), Int(count) <= bytes.count - position else { return nil }
        defer { position += Int(count) }
        return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
    }

    /// How many items of at least `each` bytes follow; nil for more than there can be.
    mutating func count(each: Int) -> Int? {
        guard let count = number(), Int(count) <= (bytes.count - position) / each else { return nil }
        return Int(count)
    }
}

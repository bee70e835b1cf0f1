import UsherCore

/// The frame of every kept file: what it is and in which format, its sections, and a checksum over everything.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `usherkpt` |
/// | 4 | format version |
/// | 4 | kind: 1 a map, 2 a hall |
/// | 4 + n, repeated | a section: its length, its bytes |
/// | 4 | CRC-32C of all bytes before |
///
/// Numbers are little endian. The version comes before the checksum, which another format may compute otherwise.
enum CacheFormat {
    enum Kind: UInt32, Sendable {
        case map = 1
        case hall = 2
    }

    /// Raised when a reader of the old format could no longer make sense of the new one.
    static let version: UInt32 = 1

    private static let magic = Array("usherkpt".utf8)
    private static let headBytes = 16
    private static let numberBytes = 4

    static func seal(_ kind: Kind, _ sections: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        let content = sections.reduce(0) { $0 + numberBytes + $1.count }
        bytes.reserveCapacity(headBytes + content + numberBytes)
        bytes += magic
        append(version, to: &bytes)
        append(kind.rawValue, to: &bytes)
        for section in sections {
            append(UInt32(clamping: section.count), to: &bytes)
            bytes += section
        }
        append(bytes.withUnsafeBytes { Checksum.of($0) }, to: &bytes)
        return bytes
    }

    /// The sections of a file of this kind; there must be `count` of them.
    static func open(_ kind: Kind, _ bytes: [UInt8], count: Int) throws(CacheFault) -> [[UInt8]] {
        guard bytes.count >= headBytes + numberBytes, bytes.starts(with: magic) else { throw .damaged }
        guard number(bytes, at: magic.count) == version else { throw .otherVersion }
        let end = bytes.count - numberBytes
        let checksum = bytes.withUnsafeBytes { Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        guard number(bytes, at: end) == checksum, number(bytes, at: magic.count + numberBytes) == kind.rawValue else {
            throw .damaged
        }
        var sections: [[UInt8]] = []
        var position = headBytes
        while position < end {
            guard end - position >= numberBytes, sections.count < count else { throw .damaged }
            let length = Int(number(bytes, at: position))
            position += numberBytes
            guard length <= end - position else { throw .damaged }
            sections.append(Array(bytes[position..<position + length]))
            position += length
        }
        guard sections.count == count else { throw .damaged }
        return sections
    }

    private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// The caller has looked that four bytes are there.
    private static func number(_ bytes: [UInt8], at position: Int) -> UInt32 {
        (0..<numberBytes).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) }
    }
}

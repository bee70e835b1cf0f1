import UsherCore

/// The bytes of a focus store: a head, then frames, one for each step that was kept as a whole.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `usherfoc` |
/// | 4 | format version |
/// | repeated: 4 | length of the content |
/// | 8 | the frame's number: 1, 2, 3 … |
/// | n | content |
/// | 4 | CRC-32C of length, number and content |
///
/// Numbers are little endian. A frame that is cut, changed or out of its order ends the file: what comes before it is
/// whole, and what comes after it was never promised to anybody. The numbers tell a leftover of an earlier write, which
/// a shorter one did not cover, from what follows.
enum FocusLogFormat {
    struct Content: Equatable {
        /// What the frames hold, in order.
        var frames: [[UInt8]] = []
        /// Where the first bad byte is, or the file's end.
        var end = headBytes
    }

    /// Raised when a reader of the old format could no longer make sense of the new one.
    static let version: UInt32 = 1
    static let headBytes = 12
    private static let frameHeadBytes = 12
    private static let checksumBytes = 4
    private static let magic = Array("usherfoc".utf8)

    static var head: [UInt8] { magic + bytes(UInt64(version), count: 4) }

    static func frame(_ content: [UInt8], number: UInt64) -> [UInt8] {
        var frame = bytes(UInt64(content.count), count: 4) + bytes(number, count: 8) + content
        let checksum = frame.withUnsafeBytes { Checksum.of($0) }
        frame += bytes(UInt64(checksum), count: checksumBytes)
        return frame
    }

    /// The frames that are whole. A file that was not begun yet, or not whole, has none.
    static func read(_ bytes: [UInt8]) throws(CacheFault) -> Content {
        var content = Content()
        guard bytes.count >= headBytes else {
            guard head.starts(with: bytes) else { throw .damaged }
            return content
        }
        guard bytes.starts(with: magic) else { throw .damaged }
        guard number(bytes, at: magic.count, count: 4) == UInt64(version) else { throw .otherVersion }
        while let frame = frame(bytes, at: content.end, number: UInt64(content.frames.count + 1)) {
            content.frames.append(Array(bytes[frame]))
            content.end = frame.upperBound + checksumBytes
        }
        return content
    }

    /// Where the content of the frame that begins at `start` lies; nil if there is no such frame.
    private static func frame(_ bytes: [UInt8], at start: Int, number expected: UInt64) -> Range<Int>? {
        let rest = bytes.count - start - frameHeadBytes - checksumBytes
        guard rest >= 0 else { return nil }
        let length = number(bytes, at: start, count: 4)
        guard length <= UInt64(rest), number(bytes, at: start + 4, count: 8) == expected else { return nil }
        let content = start + frameHeadBytes..<start + frameHeadBytes + Int(length)
        let checksum = bytes.withUnsafeBytes {
            Checksum.of(UnsafeRawBufferPointer(rebasing: $0[start..<content.upperBound]))
        }
        return number(bytes, at: content.upperBound, count: checksumBytes) == UInt64(checksum) ? content : nil
    }

    private static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }

    /// The caller has looked that the bytes are there.
    private static func number(_ bytes: [UInt8], at position: Int, count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }
}

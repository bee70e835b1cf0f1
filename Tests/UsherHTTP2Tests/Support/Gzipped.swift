@testable import UsherHTTP2

/// Compressed messages for tests.
enum Gzipped {
    /// Whole, also where it gets longer: one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(UInt32(count), 2) + little(UInt32(~count), 2) + bytes
            + little(checksum(bytes), 4) + little(UInt32(count), 4)
    }

    /// Compressed well; nil if it does not shrink.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? { Gzip.Deflater().compress(bytes) }

    /// What was compressed; nil if it is not one whole member.
    static func unpacked(_ bytes: [UInt8]) -> [UInt8]? {
        var taken = 0
        var count = 0
        let inflater = Gzip.Inflater()
        let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 20)
        defer { piece.deallocate() }
        var out: [UInt8] = []
        while true {
            let step = inflater.step(bytes, taken: &taken, into: piece, count: &count)
            out += piece[..<count]
            switch step {
            case .piece: continue
            case .end: return out
            case .corrupt: return nil
            }
        }
    }

    static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
    }

    /// CRC-32 as gzip has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}

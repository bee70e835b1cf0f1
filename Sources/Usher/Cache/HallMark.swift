import UsherCore

/// Tells one content of a hall from another. A gateway that was set back to an old backup may give a revision's number
/// a second time: a map is shown only with the very hall that it was kept with.
struct HallMark: Sendable, Hashable {
    private var length: UInt32
    private var checksum: UInt32

    /// Of a hall's encoded bytes.
    init(ofHall bytes: [UInt8]) {
        length = UInt32(clamping: bytes.count)
        checksum = bytes.withUnsafeBytes { Checksum.of($0) }
    }

    /// From storage; nil if these are not the bytes of a mark.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        length = UInt32(truncatingIfNeeded: value >> 32)
        checksum = UInt32(truncatingIfNeeded: value)
    }

    var bytes: [UInt8] {
        let value = UInt64(length) << 32 | UInt64(checksum)
        return (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
    }
}

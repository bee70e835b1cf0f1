/// A zone file, written as RFC 9636 says.
struct ZoneFile {
    var footer: String
    /// When, and to which type.
    var changes: [(Int64, UInt8)] = []
    /// Seconds east of UTC.
    var types: [Int32] = [0]
    var leaps = 0

    init(footer: String) {
        self.footer = footer
    }

    /// Version 2, with an empty first block, as "slim" files have it.
    var bytes: [UInt8] {
        header(version: UInt8(ascii: "2"), changes: 0, types: 1, leaps: 0) + [0, 0, 0, 0, 0, 0, 0]
            + header(version: UInt8(ascii: "2"), changes: changes.count, types: types.count, leaps: leaps)
            + block { Self.big(UInt64(bitPattern: $0), 8) } + [UInt8(ascii: "\n")] + Array(footer.utf8)
            + [UInt8(ascii: "\n")]
    }

    /// With 32-bit times only.
    var version1: [UInt8] {
        header(version: 0, changes: changes.count, types: types.count, leaps: leaps)
            + block { Self.big(UInt64(UInt32(bitPattern: Int32(truncatingIfNeeded: $0))), 4) }
    }

    private func header(version: UInt8, changes: Int, types: Int, leaps: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, leaps, changes, types, 1] { bytes += Self.big(UInt64(count), 4) }
        return bytes
    }

    private func block(_ time: (Int64) -> [UInt8]) -> [UInt8] {
        changes.flatMap { time($0.0) } + changes.map(\.1)
            + types.flatMap { Self.big(UInt64(UInt32(bitPattern: $0)), 4) + [0, 0] } + [0]
            + [UInt8](repeating: 0, count: leaps * 12)
    }

    private static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }
}

/// The value of `grpc-timeout`: one to eight digits and a unit.
public enum TimeoutCoding {
    private static let units: [(unit: UInt8, nanoseconds: Int64)] = [
        (UInt8(ascii: "n"), 1), (UInt8(ascii: "u"), 1_000), (UInt8(ascii: "m"), 1_000_000),
        (UInt8(ascii: "S"), 1_000_000_000), (UInt8(ascii: "M"), 60_000_000_000), (UInt8(ascii: "H"), 3_600_000_000_000),
    ]

    /// Nanoseconds, or nil if the text is no timeout. A span beyond 292 years is `Int64.max`.
    public static func parse(_ text: String) -> Int64? {
        var bytes = Array(text.utf8)
        guard (2...9).contains(bytes.count), let unit = bytes.popLast(),
            let factor = units.first(where: { $0.unit == unit })?.nanoseconds
        else { return nil }
        var count: Int64 = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            count = count * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        let product = count.multipliedReportingOverflow(by: factor)
        return product.overflow ? .max : product.partialValue
    }

    /// The text for a span in nanoseconds, in the finest unit that fits in eight digits, rounded up; spans that have
    /// passed are `0n`.
    public static func format(_ nanoseconds: Int64) -> String {
        let span = max(0, nanoseconds)
        for (unit, factor) in units {
            let count = span / factor + (span % factor == 0 ? 0 : 1)
            if count <= 99_999_999 { return "\(count)\(Character(Unicode.Scalar(unit)))" }
        }
        return "99999999H"
    }
}

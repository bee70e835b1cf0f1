import Testing

@testable import UsherRPC

@Suite struct TimeoutCodingTests {
    static let valid: [(String, Int64)] = [
        ("0n", 0), ("1n", 1), ("1u", 1_000), ("1m", 1_000_000), ("1S", 1_000_000_000), ("1M", 60_000_000_000),
        ("1H", 3_600_000_000_000), ("00000007S", 7_000_000_000), ("99999999u", 99_999_999_000),
        ("99999999H", .max),
    ]

    @Test("a timeout is digits and a unit", arguments: valid)
    func parses(text: String, nanoseconds: Int64) {
        #expect(TimeoutCoding.parse(text) == nanoseconds)
    }

    @Test(
        "anything else is no timeout",
        arguments: [
            "", "S", "1", "1s", "1h", "123456789S", "-1S", "+1S", "1.5S", " 1S", "1S ", "1 S", "0x1S", "１S", "1SS",
        ])
    func refuses(text: String) {
        #expect(TimeoutCoding.parse(text) == nil)
    }

    @Test(
        "a formatted timeout is never shorter than the span, and at most one unit longer",
        arguments: [0, 1, 99_999_999, 100_000_000, 1_000_000_001, 25_000_000_000, 86_400_000_000_000, .max, -5])
    func formats(span: Int64) throws {
        let text = TimeoutCoding.format(span)
        let parsed = try #require(TimeoutCoding.parse(text))
        #expect(parsed >= span)
        #expect(Double(parsed) <= Double(max(0, span)) * 1.000_1 + 1)
    }
}

import Testing
import UsherCore

@testable import UsherCommand

@Suite struct TimeTextTests {
    @Test(
        "RFC 3339 is read with offsets and fractions",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
            ("2026-12-31T20:00+01:00", 1_798_743_600),
            ("2026-12-31 19:00:00z", 1_798_743_600), ("1969-12-31T23:59:59Z", -1),
        ] as [(String, Int64)])
    func reads(text: String, seconds: Int64) {
        #expect(TimeText.parse(text) == Timestamp(nanoseconds: seconds * 1_000_000_000))
    }

    @Test("fractions are nanoseconds")
    func fractions() {
        #expect(TimeText.parse("1970-01-01T00:00:00.25Z")?.nanoseconds == 250_000_000)
        #expect(TimeText.parse("1970-01-01T00:00:00.123456789Z")?.nanoseconds == 123_456_789)
    }

    @Test(
        "what is no time is none",
        arguments: [
            "", "tomorrow", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:00", "2026-01-01", "2026-01-01T00:00:00Zx", "2026-1-1T00:00:00Z", "9999-01-01T00:00:00Z",
        ])
    func refuses(text: String) {
        #expect(TimeText.parse(text) == nil)
    }

    @Test("what is printed is read again", arguments: [0, 951_825_600, 1_798_743_600, -86_401, 4_102_444_799])
    func roundTrip(seconds: Int64) {
        let time = Timestamp(nanoseconds: seconds * 1_000_000_000)
        #expect(TimeText.parse(TimeText.format(time)) == time)
    }
}

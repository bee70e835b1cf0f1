import Testing

@testable import UsherWire

@Suite("Times and spans as text")
struct TimeTextTests {
    @Test(
        "known times",
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"), (1_800_000_000, 500_000_000, "2027-01-15T08:00:00.500Z"),
            (-1, 999_999_999, "1969-12-31T23:59:59.999999999Z"), (951_782_400, 1_000, "2000-02-29T00:00:00.000001Z"),
            (-62_135_596_800, 0, "0001-01-01T00:00:00Z"), (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
            (4_107_542_399, 0, "2100-02-28T23:59:59Z"), (4_107_542_400, 0, "2100-03-01T00:00:00Z"),
        ])
    func timestamps(seconds: Int64, nanos: Int32, text: String) throws {
        #expect(TimeText.timestamp(seconds: seconds, nanos: nanos) == text)
        let parsed = try #require(TimeText.parseTimestamp(text))
        #expect(parsed.seconds == seconds && parsed.nanos == nanos)
    }

    @Test("every day of 800 years follows the one before")
    func calendar() throws {
        var previous = ""
        for day in Int64(-146_097)...146_097 {
            let text = try #require(TimeText.timestamp(seconds: day * 86_400, nanos: 0))
            #expect(text > previous)
            let parsed = TimeText.parseTimestamp(text)
            if parsed?.seconds != day * 86_400 { Issue.record("\(text) came back as \(String(describing: parsed))") }
            previous = text
        }
    }

    @Test("offsets are taken off")
    func offsets() {
        #expect(TimeText.parseTimestamp("2027-01-15T09:30:00+01:30")?.seconds == 1_800_000_000)
        #expect(TimeText.parseTimestamp("2027-01-15t03:00:00.25-05:00")?.nanos == 250_000_000)
    }

    @Test(
        "what is no time is refused",
        arguments: [
            "", "2027-01-15", "2027-01-15T08:00:00", "2027-01-15 08:00:00Z", "2027-13-01T00:00:00Z",
            "2027-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2027-01-15T24:00:00Z", "2027-01-15T08:60:00Z",
            "2027-01-15T08:00:60Z", "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00.1234567891Z",
            "2027-01-15T08:00:00Zx", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "2027-00-01T00:00:00Z",
            "2027-01-00T00:00:00Z", "+2027-01-15T08:00:00Z",
        ])
    func badTimes(text: String) {
        #expect(TimeText.parseTimestamp(text) == nil)
    }

    @Test(
        "spans",
        arguments: [
            (0, 0, "0s"), (900, 0, "900s"), (1, 500_000_000, "1.500s"), (-1, -500_000_000, "-1.500s"),
            (0, -1, "-0.000000001s"), (315_576_000_000, 0, "315576000000s"),
        ])
    func spans(seconds: Int64, nanos: Int32, text: String) throws {
        #expect(TimeText.duration(seconds: seconds, nanos: nanos) == text)
        let parsed = try #require(TimeText.parseDuration(text))
        #expect(parsed.seconds == seconds && parsed.nanos == nanos)
    }

    @Test(
        "what is no span is refused",
        arguments: [
            "", "s", "1", "1 s", "1.s", ".5s", "1m", "--1s", "+1s", "315576000001s", "1.0000000001s",
            "99999999999999999999s",
        ])
    func badSpans(text: String) {
        #expect(TimeText.parseDuration(text) == nil)
    }

    @Test("base64 in every length, both alphabets")
    func base64() {
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 77 &+ 250) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        #expect(Base64.encode([0xfb, 0xff]) == "+/8=")
        #expect(Base64.decode("-_8") == [0xfb, 0xff])
        for bad in ["A", "A===", "AA=", "A A=", "=", "AAAA=", "ä"] { #expect(Base64.decode(bad) == nil, "\(bad)") }
    }
}

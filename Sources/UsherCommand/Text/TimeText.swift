import UsherCore
import UsherWire

/// Points of time as people write them: RFC 3339 text, in UTC or with an offset.
enum TimeText {
    /// `2026-12-31T20:00:00Z`, `2026-12-31T20:00+01:00`, `2026-12-31 20:00:00.5Z`; nil if it is none or no `Timestamp`
    /// can hold it. A text without an offset is nil too: whose midnight it means cannot be guessed.
    static func parse(_ text: String) -> Timestamp? {
        var bytes = Array(text.utf8)
        let (dateEnd, minuteEnd) = (10, 16)
        if bytes.count > dateEnd, bytes[dateEnd] == UInt8(ascii: " ") { bytes[dateEnd] = UInt8(ascii: "T") }
        if bytes.count > minuteEnd, bytes[minuteEnd] != UInt8(ascii: ":") {
            bytes.insert(contentsOf: ":00".utf8, at: minuteEnd)
        }
        guard let time = UsherWire.TimeText.parseTimestamp(String(decoding: bytes, as: UTF8.self)) else { return nil }
        let (whole, tooFar) = time.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = whole.addingReportingOverflow(Int64(time.nanos))
        return tooFar || overflow ? nil : Timestamp(nanoseconds: sum)
    }

    /// `2026-12-31T20:00:00Z`, to the second.
    static func format(_ time: Timestamp) -> String {
        let second: Int64 = 1_000_000_000
        let seconds = time.nanoseconds / second - (time.nanoseconds % second < 0 ? 1 : 0)
        // A `Timestamp` spans the years 1678 to 2262, all of which have a text.
        return UsherWire.TimeText.timestamp(seconds: seconds, nanos: 0) ?? ""
    }
}

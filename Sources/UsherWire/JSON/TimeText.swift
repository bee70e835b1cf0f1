/// The texts that proto3 JSON has for times and spans. Seconds and nanoseconds as on the wire, over its whole range.
public enum TimeText {
    private static let secondsADay: Int64 = 86_400
    /// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    static let timestampSeconds: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    /// About 10,000 years.
    static let durationSeconds: ClosedRange<Int64> = -315_576_000_000...315_576_000_000

    /// RFC 3339 in UTC, as `2027-01-15T08:00:00.500Z`; nil if out of range.
    public static func timestamp(seconds: Int64, nanos: Int32) -> String? {
        guard timestampSeconds.contains(seconds), (0...999_999_999).contains(nanos) else { return nil }
        let days = seconds >= 0 ? seconds / secondsADay : (seconds - secondsADay + 1) / secondsADay
        let second = seconds - days * secondsADay
        let (year, month, day) = civil(days: days)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        return "\(date)T\(time)\(fraction(nanos))Z"
    }

    /// As `1.500s`; nil if out of range.
    public static func duration(seconds: Int64, nanos: Int32) -> String? {
        guard durationSeconds.contains(seconds), (-999_999_999...999_999_999).contains(nanos) else { return nil }
        guard seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0) else { return nil }
        let sign = seconds < 0 || nanos < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(fraction(Int32(nanos.magnitude)))s"
    }

    /// RFC 3339 with any offset; nil if it is not that or out of range.
    public static func parseTimestamp(_ text: String) -> (seconds: Int64, nanos: Int32)? {
        var scanner = Scanner(text)
        guard let year = scanner.digits(4), scanner.takes("-"), let month = scanner.digits(2), scanner.takes("-"),
            let day = scanner.digits(2), scanner.takes("T") || scanner.takes("t"), let hour = scanner.digits(2),
            scanner.takes(":"), let minute = scanner.digits(2), scanner.takes(":"), let second = scanner.digits(2)
        else { return nil }
        guard year >= 1, (1...12).contains(month), (1...daysIn(month, year)).contains(day), hour < 24, minute < 60,
            second < 60
        else { return nil }
        var nanos: Int32 = 0
        if scanner.takes(".") {
            guard let parsed = scanner.nanos() else { return nil }
            nanos = parsed
        }
        var offset: Int64 = 0
        if !(scanner.takes("Z") || scanner.takes("z")) {
            let isWest = scanner.takes("-")
            guard isWest || scanner.takes("+"), let hours = scanner.digits(2), scanner.takes(":"),
                let minutes = scanner.digits(2), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
        }
        let local = days(year, month, day) * secondsADay + hour * 3_600 + minute * 60 + second
        guard scanner.isAtEnd, timestampSeconds.contains(local - offset) else { return nil }
        return (local - offset, nanos)
    }

    /// As `1.5s`; nil if it is not that or out of range.
    public static func parseDuration(_ text: String) -> (seconds: Int64, nanos: Int32)? {
        var scanner = Scanner(text)
        let isNegative = scanner.takes("-")
        guard let seconds = scanner.digits() else { return nil }
        var nanos: Int32 = 0
        if scanner.takes(".") {
            guard let parsed = scanner.nanos() else { return nil }
            nanos = parsed
        }
        guard scanner.takes("s"), scanner.isAtEnd, durationSeconds.contains(seconds) else { return nil }
        return isNegative ? (-seconds, -nanos) : (seconds, nanos)
    }

    /// None, three, six or nine digits.
    private static func fraction(_ nanos: Int32) -> String {
        if nanos == 0 { return "" }
        if nanos % 1_000_000 == 0 { return ".\(padded(Int64(nanos / 1_000_000), 3))" }
        if nanos % 1_000 == 0 { return ".\(padded(Int64(nanos / 1_000), 6))" }
        return ".\(padded(Int64(nanos), 9))"
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    // The Gregorian calendar by eras of 400 years (146,097 days) that start on 1 March, so that the leap day is a year's
    // last. Day 0 is 1 January 1970, which is day 719,468 of era 0.

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func daysIn(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension TimeText {
    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) {
            rest = Substring(text).utf8
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func takes(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func digit() -> Int64? {
            guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            rest.removeFirst()
            return Int64(byte - UInt8(ascii: "0"))
        }

        /// Exactly so many.
        mutating func digits(_ count: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<count {
                guard let next = digit() else { return nil }
                value = value * 10 + next
            }
            return value
        }

        /// One to 15.
        mutating func digits() -> Int64? {
            guard var value = digit() else { return nil }
            var count = 1
            while let next = digit() {
                value = value * 10 + next
                count += 1
                if count > 15 { return nil }
            }
            return value
        }

        /// One to nine digits after the point.
        mutating func nanos() -> Int32? {
            var value: Int64 = 0
            var count = 0
            while let next = digit() {
                value = value * 10 + next
                count += 1
                if count > 9 { return nil }
            }
            guard count > 0 else { return nil }
            for _ in count..<9 { value *= 10 }
            return Int32(value)
        }
    }
}

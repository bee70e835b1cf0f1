import UsherCore

/// Points of time as RFC 3339 text, in UTC or with an offset.
enum TimeText {
    /// `2026-12-31T20:00:00Z`, `2026-12-31T20:00+01:00`, `2026-12-31 20:00:00.5Z`; nil if it is none. A text without
    /// an offset is nil too: whose midnight it means cannot be guessed.
    static func parse(_ text: String) -> Timestamp? {
        var scanner = Scanner(text)
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
            let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2)
        else { return nil }
        var second: Int64 = 0
        var fraction: Int64 = 0
        if scanner.take(":") {
            guard let found = scanner.number(2) else { return nil }
            second = found
            if scanner.take(".") {
                guard let found = scanner.fraction() else { return nil }
                fraction = found
            }
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        guard (1678...2261).contains(year), (1...12).contains(month), (1...days(year, month)).contains(day), hour < 24,
            minute < 60, second < 60
        else { return nil }
        let seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return Timestamp(nanoseconds: seconds * 1_000_000_000 + fraction)
    }

    /// `2026-12-31T20:00:00Z`, to the second.
    static func format(_ time: Timestamp) -> String {
        let (date, seconds) = split(time)
        return "\(pad(date.year, 4))-\(pad(date.month))-\(pad(date.day))T\(clock(seconds))Z"
    }

    /// `20:00:00`, in UTC.
    static func clock(_ time: Timestamp) -> String { clock(split(time).seconds) }

    private static func clock(_ seconds: Int64) -> String {
        "\(pad(seconds / 3_600)):\(pad(seconds / 60 % 60)):\(pad(seconds % 60))"
    }

    private static func split(_ time: Timestamp) -> (date: (year: Int64, month: Int64, day: Int64), seconds: Int64) {
        let total = floorDivide(time.nanoseconds, 1_000_000_000)
        let day = floorDivide(total, 86_400)
        return (civil(day), total - day * 86_400)
    }

    private static func pad(_ number: Int64, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((-a + b - 1) / b) }

    private static func days(_ year: Int64, _ month: Int64) -> Int64 {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days of the proleptic Gregorian calendar since 1970-01-01, counted in years that begin in March.
    private static func daysSinceEpoch(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    /// Reads ASCII digits and signs from the left.
    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ text: String) { rest = Substring(text).utf8 }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ sign: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: sign) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func digit() -> Int64? {
            guard let byte = rest.first, (48...57).contains(byte) else { return nil }
            rest.removeFirst()
            return Int64(byte - 48)
        }

        mutating func number(_ digits: Int) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        /// Up to nine digits, in nanoseconds.
        mutating func fraction() -> Int64? {
            guard var value = digit() else { return nil }
            var scale: Int64 = 100_000_000
            value *= scale
            while let digit = digit() {
                scale /= 10
                value += digit * scale
            }
            return value
        }

        /// `Z` or `±hh:mm`, in seconds.
        mutating func offset() -> Int64? {
            if take("Z") || take("z") { return 0 }
            let isNegative = take("-")
            guard isNegative || take("+"), let hours = number(2), take(":"), let minutes = number(2), hours < 24,
                minutes < 60
            else { return nil }
            return (isNegative ? -1 : 1) * (hours * 3_600 + minutes * 60)
        }
    }
}

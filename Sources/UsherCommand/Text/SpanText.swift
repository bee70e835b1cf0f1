import UsherCore

/// Spans of time as people write them.
enum SpanText {
    private static let units: [(sign: Character, span: TimeSpan)] = [
        ("d", .hours(24)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)),
    ]

    /// `90s`, `15m`, `1h30m`, `2d`; a bare number is seconds. nil if it is none of these or longer than 10 years.
    static func parse(_ text: String) -> TimeSpan? {
        var total: Int64 = 0
        var digits = ""
        guard !text.isEmpty else { return nil }
        for character in text.last?.isNumber == true ? text + "s" : text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else if let unit = units.first(where: { $0.sign == character }), let count = Int64(digits),
                count < 1_000_000_000
            {
                total += count * (unit.span.nanoseconds / 1_000_000_000)
                digits = ""
            } else {
                return nil
            }
        }
        return total <= 10 * 366 * 86_400 ? .seconds(total) : nil
    }

    /// `15 min`, `1 h 30 min`, `45 s`.
    static func format(_ span: TimeSpan) -> String {
        let seconds = Int64((Double(span.nanoseconds) / 1e9).rounded())
        if seconds < 120 { return "\(seconds) s" }
        let minutes = (seconds + 30) / 60
        if minutes < 60 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

import Usher

/// Small texts of a terminal.
public enum Text {
    /// Names come from others: nothing in them may move the cursor.
    public static func safe(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                        "\u{FFFD}"
                    default: scalar
                    }
                }))
    }

    /// `14:07`; what is left of a second counts as one, so that 00:00 means that the time is over.
    public static func clock(_ span: TimeSpan) -> String {
        let seconds = max(0, span.nanoseconds / 1_000_000_000 + (span.nanoseconds % 1_000_000_000 > 0 ? 1 : 0))
        let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
        return "\(minutes < 10 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Cut to a line's width. Wide characters are counted as two.
    public static func clip(_ text: String, _ width: Int) -> String {
        var used = 0
        var result = ""
        for character in text {
            let isWide = character.unicodeScalars.contains {
                (0x1100...0x115F).contains($0.value) || (0x2E80...0xA4CF).contains($0.value)
                    || (0xAC00...0xD7A3).contains($0.value) || (0xF900...0xFAFF).contains($0.value)
                    || (0xFF00...0xFF60).contains($0.value) || $0.value >= 0x1F300
            }
            used += isWide ? 2 : 1
            if used > width { break }
            result.append(character)
        }
        return result
    }
}

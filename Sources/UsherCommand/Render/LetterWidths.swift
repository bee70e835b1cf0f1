/// How wide texts are about, in parts of their letters' size: fonts differ, and so do readers' machines. Rather too wide
/// than too narrow, so that nothing overlaps.
enum LetterWidths {
    static func ems(_ text: String) -> Double { text.reduce(0) { $0 + ems($1) } }

    private static func ems(_ character: Character) -> Double {
        switch character {
        case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!": 0.4
        case " ", "f", "t", "r", "(", ")", "[", "]", "/", "-": 0.45
        case "m", "w", "M", "W", "@", "%", "…", "—": 1.05
        case "A"..."Z", "&", "G", "O", "Q": 0.75
        default: 0.64 * Double(DisplayText.width(String(character)))
        }
    }

    /// At most so wide, with a sign that something is missing.
    static func shortened(_ text: String, _ most: Double) -> String {
        guard ems(text) > most else { return text }
        var kept = ""
        var used = ems("…")
        for character in text {
            used += ems(character)
            if used > most, !kept.isEmpty { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// As few lines as hold the words, each at most so wide unless one word alone is wider.
    static func wrapped(_ text: String, _ most: Double) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, ems(last) + ems(" ") + ems(String(word)) <= most {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// Text of others (hall names, row labels, refusals) on its way to a terminal.
enum DisplayText {
    /// Control characters replaced, so that no name can move the cursor or change colours.
    static func safe(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { !isControl($0) }
        if isPlain { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(result)
    }

    /// Terminal columns: East Asian wide characters take two, combining marks and colour sequences none.
    static func width(_ text: String) -> Int {
        var isEscape = false
        return text.reduce(0) { total, character in
            if isEscape || character == "\u{1B}" {
                isEscape = character != "m"
                return total
            }
            return total + width(character)
        }
    }

    /// Cut to `columns` terminal columns, padded with spaces on the left or right.
    static func fit(_ text: String, _ columns: Int, right: Bool = false) -> String {
        var kept = ""
        var used = 0
        for character in text {
            let next = used + width(character)
            if next > columns { break }
            kept.append(character)
            used = next
        }
        let space = String(repeating: " ", count: columns - used)
        return right ? space + kept : kept + space
    }

    /// Cut to `columns` terminal columns; colour sequences take none and are all kept.
    static func clip(_ text: String, _ columns: Int) -> String {
        var kept = ""
        var used = 0
        var isEscape = false
        for character in text {
            if isEscape || character == "\u{1B}" {
                isEscape = character != "m"
                kept.append(character)
                continue
            }
            used += width(character)
            if used <= columns { kept.append(character) }
        }
        return kept
    }

    /// As few lines as hold the parts, each within `columns` unless one part alone is wider.
    static func wrapped(_ parts: [String], _ separator: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        for part in parts {
            if let last = lines.last, width(last + separator + part) <= columns {
                lines[lines.count - 1] = last + separator + part
            } else {
                lines.append(part)
            }
        }
        return lines
    }

    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x0300...0x036F, 0x200B...0x200F: return 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

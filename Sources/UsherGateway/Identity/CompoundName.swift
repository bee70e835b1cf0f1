internal import UsherCore

/// Takes names like `lk_<show>_<number>` apart from the right, byte by byte.
struct CompoundName {
    private var rest: Substring.UTF8View

    /// nil without the prefix, or if longer than any name of ours.
    init?(_ text: String, prefix: String, maxBytes: Int) {
        guard text.utf8.count <= maxBytes, text.utf8.starts(with: prefix.utf8) else { return nil }
        rest = text.utf8.dropFirst(prefix.utf8.count)
    }

    /// What stands behind the last `_`, which goes as well.
    mutating func takeLast() -> Substring? {
        guard let separator = rest.lastIndex(of: UInt8(ascii: "_")) else { return nil }
        let part = rest[rest.index(after: separator)...]
        rest = rest[..<separator]
        return Substring(part)
    }

    /// What is left, if it is an id.
    var remainder: String? {
        let id = String(Substring(rest))
        return TextRules.isID(id) ? id : nil
    }

    /// A number from 1 on in the only form that we write it.
    static func number(_ digits: Substring) -> UInt64? {
        guard let number = UInt64(digits), number > 0, String(number) == digits else { return nil }
        return number
    }

    /// A secret's 32 hex digits, in the only form that we write them.
    static func secret(_ digits: Substring) -> TokenSecret? {
        guard digits.utf8.count == 32 else { return nil }
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        for digit in digits.utf8 {
            let value: UInt64
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(digit - UInt8(ascii: "a")) + 10
            default: return nil
            }
            halves.high = halves.high << 4 | halves.low >> 60
            halves.low = halves.low << 4 | value
        }
        return TokenSecret(high: halves.high, low: halves.low)
    }

    static func text(_ secret: TokenSecret) -> String { "\(secret.high.hexDigits)\(secret.low.hexDigits)" }
}

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
}

/// What texts of requests may hold. Characters are Unicode scalars.
public enum TextRules {
    /// An id (`hall_id`, `show_id`, `holder` …): 1 to 64 characters of `A-Z a-z 0-9 . _ : -`.
    public static func isID(_ text: String) -> Bool {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= Limits.idCharacters else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }

    /// A seat code: 1 to 64 characters without control characters.
    public static func isSeatCode(_ text: String) -> Bool {
        !text.isEmpty && isPlain(text, atMost: Limits.idCharacters)
    }

    /// A request id that is given: 1 to 64 characters without control characters.
    public static func isRequestID(_ text: String) -> Bool {
        !text.isEmpty && isPlain(text, atMost: Limits.idCharacters)
    }

    /// At most `limit` characters, none of them a control character (U+0000–1F, U+007F–9F). Empty is plain.
    public static func isPlain(_ text: String, atMost limit: Int) -> Bool {
        // No scalar takes more than four bytes: long texts are refused without being read.
        guard text.utf8.count <= limit * 4 else { return false }
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            if scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) { return false }
        }
        return count <= limit
    }

    /// The fault of an id field, or nil if it is right.
    public static func idFault(_ text: String, field: String) -> FieldFault? {
        isID(text) ? nil : FieldFault(field, "must be 1 to 64 characters of A-Z a-z 0-9 . _ : -")
    }

    /// The fault of a `request_id` field, or nil if it is right; empty means none was given.
    public static func requestIDFault(_ text: String, field: String = "request_id") -> FieldFault? {
        text.isEmpty || isRequestID(text)
            ? nil : FieldFault(field, "must be empty or 1 to 64 characters without control characters")
    }
}

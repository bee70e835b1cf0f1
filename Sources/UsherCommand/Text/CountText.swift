/// Numbers with the word for what they count.
enum CountText {
    /// `1 seat`, `2 seats`; `many` where it is not the word with an s.
    static func of(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }
}

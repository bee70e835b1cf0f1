/// A number as a bar of text.
enum BarText {
    /// `value` of `most` as part of `columns` terminal columns, to an eighth of one where the signs exist. What is more
    /// than nothing is never drawn as nothing.
    static func bar(_ value: Double, of most: Double, _ columns: Int, isUnicode: Bool) -> String {
        guard value > 0, most > 0, columns > 0 else { return "" }
        let share = min(1, value / most) * Double(columns)
        guard isUnicode else { return String(repeating: "#", count: max(1, Int(share.rounded()))) }
        let eighths = max(1, Int((share * 8).rounded()))
        let parts: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(parts[rest - 1]) : "")
    }
}

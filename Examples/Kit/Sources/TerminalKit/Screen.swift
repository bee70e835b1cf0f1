/// Turns frames into what must be written to see them: lines that differ from the last frame, nothing else.
public struct Screen: Sendable {
    private var shown: [String] = []

    public init() {}

    /// The next frame is written whole.
    public mutating func forget() { shown = [] }

    public mutating func frame(_ lines: [String]) -> String {
        var text = shown.isEmpty ? "\u{1B}[2J" : ""
        for row in 0..<max(lines.count, shown.count) {
            let new = row < lines.count ? lines[row] : ""
            if row >= shown.count || shown[row] != new { text += "\u{1B}[\(row + 1);1H\(new)\u{1B}[0m\u{1B}[K" }
        }
        shown = lines
        // Terminals that know it show the frame at once; others ignore it.
        return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
    }
}

/// Redraws a terminal by what differs from the last frame, so that nothing flickers. Pure: frames in, bytes to write
/// out.
struct ScreenPainter: Sendable {
    private var shown: [String] = []
    private var size = (width: 0, height: 0)

    /// The alternate screen, without a cursor.
    static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J\u{1B}[H"
    /// What was there before.
    static let leave = "\u{1B}[?25h\u{1B}[?1049l"

    /// The last frame was for a terminal of this size.
    func isFor(_ size: (width: Int, height: Int)) -> Bool { self.size == size }

    /// The bytes that turn the last frame into this one; "" if nothing differs.
    mutating func paint(_ lines: [String], width: Int, height: Int) -> String {
        // A line that wraps would push all others down.
        let lines = (height > 0 ? Array(lines.prefix(height)) : lines).map { DisplayText.clip($0, width) }
        var text = ""
        if (width, height) != size {
            text = "\u{1B}[2J"
            shown = []
            size = (width, height)
        }
        for row in 0..<max(lines.count, shown.count) {
            let new = row < lines.count ? lines[row] : ""
            let old = row < shown.count ? shown[row] : nil
            if new != old, !(new.isEmpty && old == nil) { text += "\u{1B}[\(row + 1);1H\(new)\u{1B}[0m\u{1B}[K" }
        }
        shown = lines
        // Synchronized update: terminals that know it show the frame at once, others ignore it.
        return text.isEmpty ? "" : "\u{1B}[?2026h\(text)\u{1B}[?2026l"
    }
}

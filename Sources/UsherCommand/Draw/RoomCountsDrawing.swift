import UsherCore

/// Draws a room's numbers as lines of text: the whole, and a bar for each area. Pure.
struct RoomCountsDrawing: Sendable {
    let style: DrawStyle

    func lines(_ counts: RoomCounts, _ status: MapStatus) -> [String] {
        var lines: [String] = []
        if !status.title.isEmpty { lines = [paint(DisplayText.safe(status.title), "1"), ""] }
        lines += DisplayText.wrapped(Self.parts(counts.whole), separator, style.width)
        if !counts.areas.isEmpty { lines.append("") }
        let names = counts.areas.map { DisplayText.safe($0.areaID) }
        let width = min(Limits.drawnName, names.map(DisplayText.width).max() ?? 0)
        let most = counts.areas.map(\.counts.present).max() ?? 0
        for (name, area) in zip(names, counts.areas) {
            let words = Self.words(area.counts)
            let room = max(0, min(Limits.drawnBar, style.width - width - DisplayText.width(words) - 2))
            let bar = BarText.bar(Double(area.counts.present), of: Double(most), room, isUnicode: style.unicode)
            let line = "\(DisplayText.fit(name, width)) \(paint(bar, "36"))\(bar.isEmpty ? "" : " ")\(words)"
            lines.append(DisplayText.clip(line, style.width))
        }
        return lines + [""] + status.bottom(style)
    }

    /// `120 here, 80 focusing, 10 resting, 2 away`; what is 0 is left out.
    static func words(_ counts: MemberCounts) -> String { parts(counts).joined(separator: ", ") }

    private static func parts(_ counts: MemberCounts) -> [String] {
        let rest = [("focusing", counts.focusing), ("resting", counts.resting), ("away", counts.away)]
        return ["\(counts.present) here"] + rest.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    }

    private var separator: String { style.unicode ? " · " : " | " }

    private func paint(_ text: String, _ color: String) -> String {
        style.color && !text.isEmpty ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}

import UsherCore

/// Draws focus as a bar chart: a line a day or a week, and the sum under it. Pure.
struct FocusChart: Sendable {
    struct Bar: Sendable, Equatable {
        /// `Fri 2027-01-15`.
        var label: String
        var focused: TimeSpan
    }

    let style: DrawStyle

    func lines(_ bars: [Bar], title: String, _ statistics: FocusStatistics) -> [String] {
        let labels = bars.map(\.label.count).max() ?? 0
        let values = bars.map { $0.focused == .zero ? "" : Self.span($0.focused) }
        let widest = values.map(\.count).max() ?? 0
        let room = min(Limits.drawnBar, max(1, style.width - labels - widest - 2))
        let most = bars.map(\.focused.nanoseconds).max() ?? 0
        var lines = [paint(DisplayText.safe(title), "1"), ""]
        for (bar, value) in zip(bars, values) {
            let drawn = BarText.bar(
                Double(bar.focused.nanoseconds), of: Double(most), room, isUnicode: style.unicode)
            let label = DisplayText.fit(bar.label, labels)
            lines.append(drawn.isEmpty ? trimmed(label) : "\(label) \(paint(drawn, "32")) \(value)")
        }
        let days = statistics.streakDays
        let parts = [
            "total \(Self.span(statistics.total))", "streak \(days) day\(days == 1 ? "" : "s")",
        ]
        return lines + [""] + DisplayText.wrapped(parts, style.unicode ? " · " : " | ", style.width)
    }

    /// Whole minutes, rounded down: a minute that is not over has not been focused.
    static func span(_ span: TimeSpan) -> String {
        let minutes = max(0, span.nanoseconds / 60_000_000_000)
        if span > .zero, minutes == 0 { return "< 1 min" }
        if minutes < 60 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    private func trimmed(_ text: String) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text
    }

    private func paint(_ text: String, _ color: String) -> String {
        style.color ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}

import UsherCore

extension MapStatus {
    /// The lines below a drawing: how the stream is, where its reader stands, and what happened last.
    func bottom(_ style: DrawStyle) -> [String] {
        func paint(_ text: String, _ color: String) -> String {
            style.color ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
        }
        var parts: [String] = []
        switch connection {
        case .live: parts.append(paint(style.unicode ? "◉ live" : "live", "32"))
        case .connecting(let attempt): parts.append(paint("connecting, attempt \(attempt)", "33"))
        case .waiting(let seconds): parts.append(paint("no connection, next attempt in \(seconds) s", "31"))
        case .polling: parts.append(paint("asking every few seconds", "33"))
        case .still: break
        }
        if let position {
            let epoch = position.epoch.isEmpty ? "" : "epoch \(DisplayText.safe(position.epoch)), "
            parts.append("\(epoch)seq \(position.seq)")
        }
        let line = parts.joined(separator: style.unicode ? " · " : " | ")
        return (line.isEmpty ? [] : [line]) + (footer.isEmpty ? [] : [DisplayText.safe(footer)])
            + DisplayText.wrapped(diagnostics.map(DisplayText.safe), ", ", style.width)
    }
}

import Usher
import UsherCore

/// A map's diagnostics in words.
enum DiagnosticsText {
    /// As one line, for logs.
    static func line(_ map: MapDiagnostics) -> String {
        parts(map).joined(separator: ", ")
    }

    /// One by one, for terminals that are narrower than the line.
    static func parts(_ map: MapDiagnostics) -> [String] {
        let counters = map.counters
        let epoch = map.position.epoch.isEmpty ? "none" : DisplayText.safe(map.position.epoch)
        let heard = map.silence.map { "\(SpanText.format($0)) ago" } ?? "never"
        return [
            "position \(epoch)/\(map.position.seq)", state(map.connection) + (map.isStale ? " (stale)" : ""),
            "last message \(heard)", "reconnects \(counters.reconnects)", "polls \(counters.polls)",
            "events \(counters.events)", "bytes \(counters.bytes)", "dropped \(counters.droppedEvents)",
            "repaired \(counters.repairedGaps)",
        ]
    }

    private static func state(_ connection: MapConnection) -> String {
        switch connection {
        case .live: "live"
        case .connecting(let attempt): "connecting, attempt \(attempt)"
        case .waiting(let span, let error): "waiting \(SpanText.format(span)) after \(error.code.name)"
        case .polling: "polling"
        case .suspended: "suspended"
        case .failed(let error): "failed with \(error.reason.isEmpty ? error.code.name : error.reason)"
        }
    }
}

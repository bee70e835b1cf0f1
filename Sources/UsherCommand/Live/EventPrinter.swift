import Foundation
import Usher
import UsherCore

/// Prints a show's events as proto3 JSON lines, over as many streams as it takes: each resumes after the last event.
enum EventPrinter {
    static func run(_ showID: String, _ client: UsherClient, from start: Position, _ console: Console) async throws {
        var position = start
        var failures = 0
        var hasHeard = false
        while !Task.isCancelled {
            var pause = Double(min(30, 1 << min(failures, 5))) * Double.random(in: 0.5...1)
            do {
                for try await event in client.seatEvents(of: showID, after: position) {
                    try console.line(JSONLine.event(event))
                    failures = 0
                    hasHeard = true
                    advance(&position, event)
                    if case .drain(let after, _) = event { pause = Double(after.nanoseconds) / 1e9 }
                }
            } catch let error as UsherError {
                guard !Task.isCancelled, isWorthAnother(error, failures, hasHeard: hasHeard) else { throw error }
                console.note(
                    "the stream ended (\(DisplayText.safe(error.message))), resuming after seq \(position.seq)")
                if failures == 0 { pause = min(pause, 1) }
            }
            failures += 1
            do { try await Task.sleep(for: .seconds(min(pause, 60))) } catch { return }
        }
    }

    /// Where nothing was ever heard a wrong address or certificate is likelier than a restart, and is told soon.
    static func isWorthAnother(_ error: UsherError, _ failures: Int, hasHeard: Bool) -> Bool {
        guard error.code == .unavailable || error.code == .cancelled else { return false }
        return hasHeard || failures + 1 < Limits.firstStreamAttempts
    }

    /// Where a reader stands who has taken the event.
    static func advance(_ position: inout Position, _ event: SeatEvent) {
        switch event {
        case .snapshot(let snapshot): position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
        case .delta(let delta): position.seq = delta.lastSeq
        case .heartbeat(let seq, _, _): position.seq = max(position.seq, seq)
        case .drain, .show, .unknown: break
        }
    }
}

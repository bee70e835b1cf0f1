import Foundation
import Usher
import UsherCore

/// Prints a show's events as proto3 JSON lines, over as many streams as it takes: each resumes after the last event.
enum EventPrinter {
    static func run(_ showID: String, _ client: UsherClient, from start: Position, _ console: Console) async throws {
        var position = start
        var failures = 0
        while !Task.isCancelled {
            var pause = Double(min(30, 1 << min(failures, 5))) * Double.random(in: 0.5...1)
            do {
                for try await event in client.seatEvents(of: showID, after: position) {
                    try console.line(JSONLine.event(event))
                    failures = 0
                    advance(&position, event)
                    if case .drain(let after, _) = event { pause = Double(after.nanoseconds) / 1e9 }
                }
            } catch let error as UsherError {
                guard error.code == .unavailable || error.code == .cancelled, !Task.isCancelled else { throw error }
                console.note(
                    "the stream ended (\(DisplayText.safe(error.message))), resuming after seq \(position.seq)")
                if failures == 0 { pause = min(pause, 1) }
            }
            failures += 1
            do { try await Task.sleep(for: .seconds(min(pause, 60))) } catch { return }
        }
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

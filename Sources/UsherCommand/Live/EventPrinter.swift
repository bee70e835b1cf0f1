import Usher
import UsherCore

/// Prints a show's or a room's events as proto3 JSON lines, over as many streams as it takes: each resumes after the
/// last event.
enum EventPrinter {
    static func run(_ showID: String, _ client: UsherClient, from start: Position, _ console: Console) async throws {
        var position = start
        try await StreamLoop.run(
            open: { client.seatEvents(of: showID, after: position) },
            take: { event in
                try console.line(JSONLine.event(event))
                advance(&position, event)
                if case .drain(let after, _) = event { return .goOnThenPause(seconds: seconds(after)) }
                return .goOn
            }, lost: { error, _ in tell(error, position, console) })
    }

    /// `token` "" only looks.
    static func run(
        room roomID: String, _ client: UsherClient, from start: Position, token: String, detail: RoomDetail,
        _ console: Console
    ) async throws {
        var position = start
        try await StreamLoop.run(
            open: { client.roomEvents(of: roomID, after: position, token: token, detail: detail) },
            take: { event in
                try console.line(JSONLine.event(event))
                advance(&position, event)
                if case .drain(let after, _) = event { return .goOnThenPause(seconds: seconds(after)) }
                return .goOn
            }, lost: { error, _ in tell(error, position, console) })
    }

    private static func tell(_ error: UsherError, _ position: Position, _ console: Console) {
        console.note("the stream ended (\(DisplayText.safe(error.message))), resuming after seq \(position.seq)")
    }

    private static func seconds(_ span: TimeSpan) -> Double { Double(span.nanoseconds) / 1e9 }

    /// Where a reader stands who has taken the event.
    static func advance(_ position: inout Position, _ event: SeatEvent) {
        switch event {
        case .snapshot(let snapshot): position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
        case .delta(let delta): position.seq = delta.lastSeq
        case .heartbeat(let seq, _, _): position.seq = max(position.seq, seq)
        case .drain, .show, .unknown: break
        }
    }

    static func advance(_ position: inout Position, _ event: RoomEvent) {
        switch event {
        case .snapshot(let snapshot): position = Position(epoch: snapshot.epoch, seq: snapshot.seq)
        case .change(let change): position.seq = change.seq
        case .heartbeat(let seq, _): position.seq = max(position.seq, seq)
        // A stream of numbers has no epoch: the next one begins with the numbers anyway.
        case .counts, .drain, .unknown: break
        }
    }
}

internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// A room's members with their last changes. A room has no side value: it never changes but for its members.
struct RoomContent: TopicContent {
    private var history: RoomHistory
    private var messages = RoomMessages()

    init(_ start: RoomStart) {
        history = start.history
    }

    var seq: UInt64 { history.seq }
    var sideVersion: UInt64 { 0 }

    /// What we know of the past is kept if nothing is new.
    mutating func restart(_ start: RoomStart) -> Bool {
        messages = RoomMessages()
        let continues = start.history.epoch == history.epoch && start.history.seq >= history.seq
        if !continues || start.history.seq > history.seq { history = start.history }
        return continues
    }

    mutating func take(_ commit: [RoomChange]) {
        for change in commit where change.seq > history.seq { history.append(change) }
    }

    static func updates(of commit: [RoomChange], generation: UInt64, _ body: (HubUpdate) -> Void) {
        for change in commit {
            let delta = HubUpdate.Delta(
                firstSeq: change.seq, lastSeq: change.seq, message: RoomEvent.change(change).framed)
            body(HubUpdate(generation: generation, delta: delta))
        }
    }

    /// The change if exactly one was missed, a heartbeat if none was, else a snapshot.
    mutating func answer(after position: Position, now: Timestamp, uptime: Int64) -> FramedMessage {
        if let missed = history.missed(after: position) {
            if let only = missed.first, missed.count == 1 { return messages.change(only) }
            if missed.isEmpty { return RoomEvent.heartbeat(seq: history.seq, serverTime: now).framed }
        }
        return messages.snapshot(history, now: now, uptime: uptime)
    }

    mutating func begin(_ start: WatchStart, now: Timestamp, uptime: Int64, _ step: inout HubStep) {
        switch start.detail {
        case .digests: step.event = messages.counts(history)
        case .events:
            tell(history.missed(after: start.position), now: now, uptime: uptime, &step)
            // A reader that missed nothing hears so.
            if step.event == nil { step.event = RoomEvent.heartbeat(seq: history.seq, serverTime: now).framed }
        }
    }

    mutating func goOn(
        after seq: UInt64?, _ detail: WatchDetail, now: Timestamp, uptime: Int64, _ step: inout HubStep
    ) {
        switch detail {
        case .digests: if seq != history.seq { step.event = messages.counts(history) }
        case .events:
            tell(seq.flatMap { history.missed(inMidStreamAfter: $0) }, now: now, uptime: uptime, &step)
        }
    }

    mutating func sideMessage() -> FramedMessage? { nil }

    /// The changes, or a snapshot in their place.
    private mutating func tell(
        _ changes: ArraySlice<RoomChange>?, now: Timestamp, uptime: Int64, _ step: inout HubStep
    ) {
        guard let changes else {
            step.event = messages.snapshot(history, now: now, uptime: uptime)
            return
        }
        guard let first = changes.first else { return }
        step.event = messages.change(first)
        if changes.count > 1 { step.more = changes.dropFirst().map { messages.change($0) } }
    }
}

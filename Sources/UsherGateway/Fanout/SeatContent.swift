internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// A show's map with its recent past, and the show.
struct SeatContent: TopicContent {
    private var history: SeatHistory
    private var show: Show
    private var hall: HallRevision
    private var messages = SeatMessages()

    init(_ start: FeedStart) {
        history = start.history
        show = start.show
        hall = start.hall
    }

    func seating(now: Timestamp) -> Seating {
        Seating(show: show, hall: hall, states: history.states, now: now)
    }

    var seq: UInt64 { history.seq }
    var sideVersion: UInt64 { show.version }

    /// What we know of the past is kept if nothing is new.
    mutating func restart(_ start: FeedStart) -> Bool {
        show = start.show
        hall = start.hall
        messages = SeatMessages()
        let continues = start.history.epoch == history.epoch && start.history.seq >= history.seq
        if !continues || start.history.seq > history.seq { history = start.history }
        return continues
    }

    mutating func take(_ commit: ShowCommit) {
        if let delta = commit.delta, delta.lastSeq > history.seq { history.append(delta) }
        if let show = commit.show {
            self.show = show
            messages.showChanged()
        }
    }

    static func updates(of commit: ShowCommit, generation: UInt64, _ body: (HubUpdate) -> Void) {
        var update = HubUpdate(generation: generation)
        if let delta = commit.delta {
            update.delta = HubUpdate.Delta(
                firstSeq: delta.firstSeq, lastSeq: delta.lastSeq, message: SeatEvent.delta(delta).framed)
        }
        if let show = commit.show {
            update.side = HubUpdate.SideChange(version: show.version, message: SeatEvent.show(show).framed)
        }
        body(update)
    }

    mutating func answer(after position: Position, now: Timestamp, uptime: Int64) -> FramedMessage {
        let event = history.event(after: position, now: now, showVersion: show.version)
        return messages.framed(event, after: position.seq, uptime: uptime)
    }

    mutating func begin(_ start: WatchStart, now: Timestamp, uptime: Int64, _ step: inout HubStep) {
        step.event = answer(after: start.position, now: now, uptime: uptime)
    }

    mutating func goOn(
        after seq: UInt64?, _ detail: WatchDetail, now: Timestamp, uptime: Int64, _ step: inout HubStep
    ) {
        guard let seq else {
            step.event = messages.framed(.snapshot(history.snapshot(now: now)), after: 0, uptime: uptime)
            return
        }
        if let known = messages.delta(after: seq, upTo: history.seq) {
            step.event = known
        } else if let event = history.catchUp(after: seq, now: now) {
            step.event = messages.framed(event, after: seq, uptime: uptime)
        }
    }

    mutating func sideMessage() -> FramedMessage? { messages.show(show) }
}

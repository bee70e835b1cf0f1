internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// What a hub knows, behind its mutex: where the show stands, who has to hear of it, and what a reader is sent next.
struct HubState {
    var history: SeatHistory
    var show: Show
    /// Raised when the ledger begins the show anew.
    var generation: UInt64 = 1
    /// By loop.
    var groups: [ObjectIdentifier: WatcherGroup] = [:]
    /// Loop clock; nil until the first use.
    var lastUsed: Int64?
    var dropped = false
    var messages = SharedMessages()

    init(history: SeatHistory, show: Show) {
        self.history = history
        self.show = show
    }

    /// Takes the show as a reloaded ledger has it. Where its history goes on from ours, readers go on as well; what we
    /// know of the past is kept if nothing is new. Else their maps are to be replaced.
    mutating func restart(_ start: FeedStart) {
        show = start.show
        messages = SharedMessages()
        let continues = start.history.epoch == history.epoch && start.history.seq >= history.seq
        if !continues { generation += 1 }
        if !continues || start.history.seq > history.seq { history = start.history }
    }

    /// Stream rule 2.
    mutating func firstStep(
        from position: Position, showVersion: UInt64, now: Timestamp, uptime: Int64
    ) -> HubStep {
        var step = HubStep(mark: ReaderMark(generation: generation, seq: history.seq), showVersion: show.version)
        let event = history.event(after: position, now: now, showVersion: show.version)
        step.event = messages.framed(event, after: position.seq, uptime: uptime)
        if showVersion != 0, showVersion != show.version { step.show = messages.show(show) }
        return step
    }

    /// Stream rule 3. A reader of an older history starts from a snapshot of this one.
    mutating func nextStep(
        from mark: ReaderMark, showVersion: UInt64, now: Timestamp, uptime: Int64
    ) -> HubStep {
        var step = HubStep(mark: ReaderMark(generation: generation, seq: history.seq), showVersion: show.version)
        if showVersion != show.version { step.show = messages.show(show) }
        if mark.generation != generation {
            step.event = messages.framed(.snapshot(history.snapshot(now: now)), after: 0, uptime: uptime)
        } else if let known = messages.delta(after: mark.seq, upTo: history.seq) {
            step.event = known
        } else if let event = history.catchUp(after: mark.seq, now: now) {
            step.event = messages.framed(event, after: mark.seq, uptime: uptime)
        }
        return step
    }
}

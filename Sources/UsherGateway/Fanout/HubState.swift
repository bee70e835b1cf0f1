internal import UsherCore
internal import UsherRPC

/// What a hub knows, behind its mutex: where things stand, who has to hear of it, and what a reader is sent next.
struct HubState<Topic: FanoutTopic> {
    var content: Topic.Content
    /// Raised when the ledger begins anew with what does not go on from our history.
    var generation: UInt64 = 1
    /// One for each loop with watchers.
    var groups: [WatcherGroup<Topic>] = []
    /// Loop clock; nil until the first use.
    var lastUsed: Int64?
    var dropped = false

    init(_ start: Topic.Content.Start) {
        content = Topic.Content(start)
    }

    /// Where the new start goes on from ours, readers go on as well; else what they have is to be replaced.
    mutating func restart(_ start: Topic.Content.Start) {
        if !content.restart(start) { generation += 1 }
    }

    /// Stream rule 2.
    mutating func firstStep(_ start: WatchStart, now: Timestamp, uptime: Int64) -> HubStep {
        var step = newStep()
        content.begin(start, now: now, uptime: uptime, &step)
        if start.sideVersion != 0, start.sideVersion != step.sideVersion { step.side = content.sideMessage() }
        return step
    }

    /// Stream rule 3. A reader of an older history starts from the whole of this one.
    mutating func nextStep(
        from mark: ReaderMark, sideVersion: UInt64, _ detail: WatchDetail, now: Timestamp, uptime: Int64
    ) -> HubStep {
        var step = newStep()
        if sideVersion != step.sideVersion { step.side = content.sideMessage() }
        content.goOn(
            after: mark.generation == generation ? mark.seq : nil, detail, now: now, uptime: uptime, &step)
        return step
    }

    private func newStep() -> HubStep {
        HubStep(mark: ReaderMark(generation: generation, seq: content.seq), sideVersion: content.sideVersion)
    }
}

internal import Synchronization
internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// One followed show or room: its committed history and the loops that have watchers of it.
///
/// The ledger's thread appends, loops attach and pull, all under one mutex; nothing is sent under it. A watcher is
/// attached under the same lock that gives its first event, so between backlog and live nothing is lost or repeated.
final class Hub<Topic: FanoutTopic>: Sendable {
    private let state: Mutex<HubState<Topic>>

    init(_ start: Topic.Content.Start) {
        state = Mutex(HubState(start))
    }

    // MARK: The ledger's thread

    /// Takes a commit in, encodes it once and posts one job to each loop that has watchers.
    func committed(_ commit: Topic.Content.Commit) {
        let (groups, generation) = state.withLock { state -> ([WatcherGroup<Topic>], UInt64) in
            state.content.take(commit)
            return (state.groups, state.generation)
        }
        guard !groups.isEmpty else { return }
        Topic.Content.updates(of: commit, generation: generation) { update in
            for group in groups { group.enqueue(update) }
        }
    }

    /// The ledger began anew (it was reloaded): everybody pulls.
    func restart(_ start: Topic.Content.Start) {
        let groups = state.withLock { state in
            state.restart(start)
            return state.groups
        }
        for group in groups { group.enqueuePull() }
    }

    /// Nobody can tell any more what becomes of it: the streams end with `error`, and the hub is no longer used.
    func end(_ error: RPCError) {
        let groups = state.withLock { state in
            state.dropped = true
            return state.groups
        }
        for group in groups { group.end(error) }
    }

    // MARK: Readers

    /// One event for a reader at `position` that does not watch; nil if the hub was dropped.
    func read(from position: Position, now: Timestamp, uptime: Int64) -> FramedMessage? {
        state.withLock { state -> FramedMessage? in
            guard !state.dropped else { return nil }
            state.lastUsed = uptime
            return state.content.answer(after: position, now: now, uptime: uptime)
        }
    }

    /// What `body` makes of what is known; nil if the hub was dropped.
    func look<Value>(uptime: Int64, _ body: (Topic.Content) -> Value) -> Value? {
        state.withLock { state -> Value? in
            guard !state.dropped else { return nil }
            state.lastUsed = uptime
            return body(state.content)
        }
    }

    /// The first events of a watcher of `group`'s loop; from here on the loop hears every commit. `makeGroup` is called
    /// if the loop had no watcher. nil if the hub was dropped. Loop only.
    func attach(
        _ start: WatchStart, on loop: any EventLoop, now: Timestamp, makeGroup: () -> WatcherGroup<Topic>
    ) -> (group: WatcherGroup<Topic>, step: HubStep)? {
        state.withLock { state -> (group: WatcherGroup<Topic>, step: HubStep)? in
            guard !state.dropped else { return nil }
            let known = state.groups.first { $0.loop === loop }
            let group = known ?? makeGroup()
            if known == nil { state.groups.append(group) }
            return (group, state.firstStep(start, now: now, uptime: loop.now))
        }
    }

    /// What a watcher at `mark` missed.
    func pull(
        from mark: ReaderMark, sideVersion: UInt64, _ detail: WatchDetail, now: Timestamp, uptime: Int64
    ) -> HubStep {
        state.withLock { $0.nextStep(from: mark, sideVersion: sideVersion, detail, now: now, uptime: uptime) }
    }

    /// The loop has no watcher any more. Loop only.
    func detach(_ loop: any EventLoop) {
        state.withLock { state in
            state.groups.removeAll { $0.loop === loop }
            state.lastUsed = loop.now
        }
    }

    /// Marks the hub as dropped if nobody watches it and it was not used since `deadline`.
    func drop(ifIdleSince deadline: Int64) -> Bool {
        state.withLock { state in
            guard state.groups.isEmpty else { return false }
            guard let lastUsed = state.lastUsed else {
                // Followed a moment ago and not read yet: idle from here on.
                state.lastUsed = deadline
                return false
            }
            guard lastUsed < deadline else { return false }
            state.dropped = true
            return true
        }
    }
}

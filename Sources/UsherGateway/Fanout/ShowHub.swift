internal import Synchronization
internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// One followed show: its committed history and the loops that have watchers of it.
///
/// The ledger's thread appends, loops attach and pull, all under one mutex; nothing is sent under it. A watcher is
/// attached under the same lock that gives its first event, so between backlog and live nothing is lost or repeated.
final class ShowHub: Sendable {
    let ref: ShowRef
    private let state: Mutex<HubState>

    init(_ ref: ShowRef, _ start: FeedStart) {
        self.ref = ref
        state = Mutex(HubState(history: start.history, show: start.show))
    }

    // MARK: The ledger's thread

    /// Takes a commit in, encodes its delta once and posts one job to each loop that has watchers.
    func committed(_ commit: ShowCommit) {
        let (groups, generation) = state.withLock { state -> ([WatcherGroup], UInt64) in
            // What `began` told already is not told twice.
            if let delta = commit.delta, delta.lastSeq > state.history.seq { state.history.append(delta) }
            if let show = commit.show {
                state.show = show
                state.messages.showChanged()
            }
            return (Array(state.groups.values), state.generation)
        }
        guard !groups.isEmpty else { return }
        var update = HubUpdate(generation: generation)
        if let delta = commit.delta {
            update.delta = HubUpdate.Delta(
                firstSeq: delta.firstSeq, lastSeq: delta.lastSeq, message: SeatEvent.delta(delta).framed)
        }
        if let show = commit.show {
            update.show = HubUpdate.ShowChange(version: show.version, message: SeatEvent.show(show).framed)
        }
        for group in groups { group.enqueue(update) }
    }

    /// The ledger began the show anew (it was reloaded): everybody pulls.
    func restart(_ start: FeedStart) {
        let groups = state.withLock { state in
            state.restart(start)
            return Array(state.groups.values)
        }
        for group in groups { group.enqueuePull() }
    }

    /// Nobody can tell any more what becomes of the show: its streams end with `error`, and the hub is no longer used.
    func end(_ error: RPCError) {
        let groups = state.withLock { state in
            state.dropped = true
            return Array(state.groups.values)
        }
        for group in groups { group.end(error) }
    }

    // MARK: Readers

    /// The first event of a reader at `position` without watching; nil if the hub was dropped.
    func read(from position: Position, now: Timestamp, uptime: Int64) -> HubStep? {
        state.withLock { state -> HubStep? in
            guard !state.dropped else { return nil }
            state.lastUsed = uptime
            return state.firstStep(from: position, showVersion: 0, now: now, uptime: uptime)
        }
    }

    /// The first event of a watcher of `group`'s loop; from here on the loop hears every commit. `makeGroup` is called
    /// if the loop had no watcher. nil if the hub was dropped. Loop only.
    func attach(
        _ request: WatchStart, on loop: any EventLoop, now: Timestamp, makeGroup: () -> WatcherGroup
    ) -> (group: WatcherGroup, step: HubStep)? {
        state.withLock { state -> (group: WatcherGroup, step: HubStep)? in
            guard !state.dropped else { return nil }
            let key = ObjectIdentifier(loop)
            let group = state.groups[key] ?? makeGroup()
            state.groups[key] = group
            let step = state.firstStep(
                from: request.position, showVersion: request.showVersion, now: now, uptime: loop.now)
            return (group, step)
        }
    }

    /// What a watcher at `mark` missed.
    func pull(from mark: ReaderMark, showVersion: UInt64, now: Timestamp, uptime: Int64) -> HubStep {
        state.withLock { $0.nextStep(from: mark, showVersion: showVersion, now: now, uptime: uptime) }
    }

    /// The loop has no watcher any more. Loop only.
    func detach(_ loop: any EventLoop) {
        state.withLock { state in
            state.groups[ObjectIdentifier(loop)] = nil
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

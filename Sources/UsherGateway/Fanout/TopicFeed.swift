internal import Synchronization
internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Serves shows or rooms from the fan-out's hubs: reads, watches, and the way out.
final class TopicFeed<Topic: FanoutTopic>: Sendable {
    private let source: Topic.Source
    private let fanout: TopicFanout<Topic>
    private let state = Mutex(State())

    private struct State {
        var loops: [ObjectIdentifier: LoopFanout<Topic>] = [:]
        /// Set once the gateway goes.
        var isDraining = false
        var isSweeping = false
    }

    init(_ source: Topic.Source, _ fanout: TopicFanout<Topic>) {
        self.source = source
        self.fanout = fanout
    }

    /// Throws if the gateway goes: whoever would watch now is to come back elsewhere.
    func checkServing() throws(RPCError) {
        if state.withLock({ $0.isDraining }) { throw RPCError.goingAway }
    }

    /// One event for a reader at `position`, without its prefix.
    func read(_ ref: Topic.Ref, from position: Position, on loop: any EventLoop) async throws(RPCError) -> [UInt8] {
        let source = source
        let event = try await withHub(ref, on: loop) { hub in
            hub.read(from: position, now: Topic.now(source), uptime: loop.now)
        }
        return event.message
    }

    /// What `body` makes of what is known of the show or room. It runs under the hub's lock: it must be quick.
    func look<Value>(
        _ ref: Topic.Ref, on loop: any EventLoop, _ body: (Topic.Content) -> Value
    ) async throws(RPCError) -> Value {
        try await withHub(ref, on: loop) { $0.look(uptime: loop.now, body) }
    }

    /// The same if the show or room is followed already; else nil.
    func readAtOnce(_ ref: Topic.Ref, from position: Position, on loop: any EventLoop) -> [UInt8]? {
        fanout.hub(ref)?.read(from: position, now: Topic.now(source), uptime: loop.now)?.message
    }

    /// Attaches `channel` to the show or room: the first event at once, then everything as it happens. `onEnd` is called
    /// once when the stream has ended, unless this throws. Loop only.
    func watch(
        _ ref: Topic.Ref, from start: WatchStart, to channel: any FeedChannel,
        onEnd: (@Sendable () -> Void)? = nil
    ) async throws(RPCError) {
        try checkServing()
        let loop = channel.loop
        let source = source
        let (group, watcher, step) = try await withHub(ref, on: loop) { hub in
            let attached = hub.attach(start, on: loop, now: Topic.now(source)) {
                WatcherGroup(hub, on: loop) { Topic.now(source) }
            }
            // In one go with the attach: a group that stood empty for a moment could be detached in it.
            return attached.map { group, step in
                let watcher = Watcher(channel, start, step: step)
                group.add(watcher)
                return (group, watcher, step)
            }
        }
        let loopFanout = loopFanout(of: loop)
        loopFanout.add(group)
        channel.onDrained { [weak watcher] in
            if let watcher { group.drained(watcher) }
        }
        channel.onGoingAway { [weak watcher] reason in
            if let watcher { group.dismiss([watcher], Self.notice(reason), ending: RPCError.movingOn) }
        }
        channel.onClosed { [weak watcher] in
            onEnd?()
            guard let watcher, group.remove(watcher) else { return }
            group.hub.detach(loop)
            loopFanout.remove(group)
        }
        if channel.isOpen { group.begin(watcher, with: step) }
        // The drain may have begun after the check above; whoever it has not seen leaves now.
        if state.withLock({ $0.isDraining }), watcher.takesEvents { channel.finish(RPCError.goingAway) }
    }

    /// Every watcher gets a `drain` event, and its stream ends with UNAVAILABLE soon after. New watchers are refused.
    func drain(reconnectAfter: TimeSpan, reason: String) {
        let loops = state.withLock { state in
            state.isDraining = true
            return Array(state.loops.values)
        }
        let event = Topic.drain(reconnectAfter: reconnectAfter, reason: reason)
        for loopFanout in loops {
            loopFanout.loop.post { loopFanout.drain(event, ending: RPCError.goingAway) }
        }
    }

    /// What a watcher is told whose connection goes while the gateway stays: it may come back at once.
    private static func notice(_ reason: GoingAway) -> FramedMessage {
        Topic.drain(reconnectAfter: .zero, reason: reason.rawValue)
    }

    // MARK: Hubs

    private func loopFanout(of loop: any EventLoop) -> LoopFanout<Topic> {
        state.withLock { state in
            let key = ObjectIdentifier(loop)
            if let known = state.loops[key] { return known }
            let made = LoopFanout<Topic>(loop)
            state.loops[key] = made
            return made
        }
    }

    /// Gives `body` the hub, following its show or room first if needed. `body` returns nil if the hub was dropped
    /// meanwhile, and is then asked again with the next one.
    private func withHub<Value>(
        _ ref: Topic.Ref, on loop: any EventLoop, _ body: (Hub<Topic>) -> Value?
    ) async throws(RPCError) -> Value {
        for _ in 0..<Limits.maxAttachAttempts {
            if let hub = fanout.hub(ref), let value = body(hub) { return value }
            try makeRoom(at: loop.now)
            let verdict: Verdict<Void>
            do {
                verdict = try await Topic.follow(ref, in: source)
            } catch {
                throw RPCError(error)
            }
            if case .failure(let refusal) = verdict {
                throw RPCError(refusal, about: Topic.subject(ref))
            }
            sweepLater(on: loop)
        }
        throw RPCError(.unavailable, "The \(Topic.noun) could not be followed; try again.")
    }

    private func makeRoom(at uptime: Int64) throws(RPCError) {
        guard fanout.hubCount >= Limits.maxHubs else { return }
        dropIdle(before: uptime)
        guard fanout.hubCount >= Limits.maxHubs else { return }
        throw RPCError.overloaded("Too many \(Topic.noun)s are read at once; try again later.")
    }

    private func dropIdle(before deadline: Int64) {
        fanout.dropIdle(before: deadline) { Topic.unfollow($0, in: source) }
    }

    /// Looks for idle hubs on this loop after a while, and again as long as there are hubs.
    private func sweepLater(on loop: any EventLoop) {
        let mustSchedule = state.withLock { state in
            defer { state.isSweeping = true }
            return !state.isSweeping
        }
        if mustSchedule { scheduleSweep(on: loop) }
    }

    private func scheduleSweep(on loop: any EventLoop) {
        loop.schedule(after: Limits.hubSweepNanoseconds) { [weak self] in
            guard let self else { return }
            self.dropIdle(before: loop.now - Limits.hubIdleNanoseconds)
            // In this order: who follows something now either sees that nobody sweeps, or is counted.
            self.state.withLock { $0.isSweeping = false }
            if self.fanout.hubCount > 0 { self.sweepLater(on: loop) }
        }
    }
}

internal import Synchronization
package import UsherCore
package import UsherLedger
package import UsherRPC

/// Serves seat maps from the fan-out's hubs: reads, watches, and the way out.
package final class SeatFeed: Sendable {
    private let ledger: any FeedSource
    private let fanout: SeatFanout
    private let state = Mutex(State())

    private struct State {
        var loops: [ObjectIdentifier: LoopFanout] = [:]
        /// Set once the gateway goes.
        var isDraining = false
        var isSweeping = false
    }

    package init(ledger: any FeedSource, fanout: SeatFanout) {
        self.ledger = ledger
        self.fanout = fanout
    }

    /// One event for a reader at `position`: a delta, a heartbeat or a snapshot, without its prefix.
    package func read(_ show: ShowRef, from position: Position, on loop: any EventLoop) async throws(RPCError)
        -> [UInt8]
    {
        let ledger = ledger
        let step = try await withHub(show, on: loop) { hub in
            hub.read(from: position, now: ledger.now, uptime: loop.now)
        }
        guard let event = step.event else { throw RPCError(.internal, "the show's map gave no event") }
        return event.message
    }

    /// Attaches `channel` to the show: the first event at once, then everything as it happens. Loop only.
    package func watch(_ show: ShowRef, from start: WatchStart, to channel: any FeedChannel) async throws(RPCError) {
        guard !state.withLock({ $0.isDraining }) else { throw Self.goingAway }
        let loop = channel.loop
        let ledger = ledger
        let (group, watcher, step) = try await withHub(show, on: loop) { hub in
            let attached = hub.attach(start, on: loop, now: ledger.now) {
                WatcherGroup(hub, on: loop) { ledger.now }
            }
            // In one go with the attach: a group that stood empty for a moment could be detached in it.
            return attached.map { group, step in
                let watcher = SeatWatcher(channel, heartbeat: start.heartbeat, step: step)
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
            if let watcher { group.dismiss([watcher], Self.notice(reason), ending: Self.movingOn) }
        }
        channel.onClosed { [weak watcher] in
            guard let watcher, group.remove(watcher) else { return }
            group.hub.detach(loop)
            loopFanout.remove(group)
        }
        if channel.isOpen { watcher.take(step, at: loop.now) }
        // The drain may have begun after the check above; whoever it has not seen leaves now.
        if state.withLock({ $0.isDraining }), watcher.takesEvents { channel.finish(Self.goingAway) }
    }

    /// Every watcher gets a `drain` event, and its stream ends with UNAVAILABLE soon after. New watchers are refused.
    package func drain(reconnectAfter: TimeSpan, reason: String) {
        let loops = state.withLock { state in
            state.isDraining = true
            return Array(state.loops.values)
        }
        let event = SeatEvent.drain(reconnectAfter: reconnectAfter, reason: reason).framed
        for loopFanout in loops {
            loopFanout.loop.post { loopFanout.drain(event, ending: Self.goingAway) }
        }
    }

    /// What a watcher is told whose connection goes while the gateway stays: it may come back at once.
    private static func notice(_ reason: GoingAway) -> FramedMessage {
        SeatEvent.drain(reconnectAfter: .zero, reason: reason.rawValue).framed
    }

    static let movingOn = RPCError(.unavailable, "The connection is going; open the stream again from your position.")
    static let goingAway = RPCError(.unavailable, "The gateway is going; reconnect and resume from your position.")

    // MARK: Hubs

    private func loopFanout(of loop: any EventLoop) -> LoopFanout {
        state.withLock { state in
            let key = ObjectIdentifier(loop)
            if let known = state.loops[key] { return known }
            let made = LoopFanout(loop)
            state.loops[key] = made
            return made
        }
    }

    /// Gives `body` the show's hub, following the show first if needed. `body` returns nil if the hub was dropped
    /// meanwhile, and is then asked again with the next one.
    private func withHub<Value>(
        _ show: ShowRef, on loop: any EventLoop, _ body: (ShowHub) -> Value?
    ) async throws(RPCError) -> Value {
        for _ in 0..<Limits.maxAttachAttempts {
            if let hub = fanout.hub(show), let value = body(hub) { return value }
            try makeRoom(at: loop.now)
            let verdict: Verdict<Void>
            do {
                verdict = try await ledger.follow(show)
            } catch {
                throw RPCError(error)
            }
            if case .failure(let refusal) = verdict {
                throw RPCError(refusal, about: RefusalSubject(showID: show.showID))
            }
            sweepLater(on: loop)
        }
        throw RPCError(
            .unavailable, "Show \(show.showID) could not be followed; try again.")
    }

    private func makeRoom(at uptime: Int64) throws(RPCError) {
        guard fanout.hubCount >= Limits.maxHubs else { return }
        dropIdle(before: uptime)
        guard fanout.hubCount >= Limits.maxHubs else { return }
        throw RPCError.overloaded("Too many shows are read at once; try again later.")
    }

    private func dropIdle(before deadline: Int64) {
        fanout.dropIdle(before: deadline) { ledger.unfollow($0) }
    }

    /// Looks for idle shows on this loop after a while, and again as long as there are shows.
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
            // In this order: who follows a show now either sees that nobody sweeps, or is counted.
            self.state.withLock { $0.isSweeping = false }
            if self.fanout.hubCount > 0 { self.sweepLater(on: loop) }
        }
    }
}

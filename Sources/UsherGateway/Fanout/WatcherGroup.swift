internal import Synchronization
internal import UsherCore
internal import UsherRPC

/// The watchers of one show or room on one loop, and the inbox through which commits reach them.
///
/// Guard: `inbox` is behind its mutex; everything else is touched on `loop` alone.
final class WatcherGroup<Topic: FanoutTopic>: @unchecked Sendable {
    let hub: Hub<Topic>
    let loop: any EventLoop
    private let clock: @Sendable () -> Timestamp
    private(set) var watchers: [Watcher] = []
    var crowd = WatcherCrowd()
    /// No watcher is to be served by a sweep before: whoever is silent for long costs a sweep one comparison.
    private var nextBeat = Int64.min
    private var pace = FanoutPace()
    private let inbox = Mutex(Inbox())

    private struct Inbox {
        var updates: [HubUpdate] = []
        /// More came than the inbox holds, or the history was replaced: pull instead.
        var mustPull = false
        /// The loop will look, or waits with it until the last write's rest is over.
        var isPosted = false
    }

    init(_ hub: Hub<Topic>, on loop: any EventLoop, clock: @escaping @Sendable () -> Timestamp) {
        self.hub = hub
        self.loop = loop
        self.clock = clock
    }

    // MARK: Any thread

    /// One post to the loop, however many commits come before it runs.
    func enqueue(_ update: HubUpdate) {
        post { inbox in
            if inbox.updates.count < Limits.maxInboxUpdates, !inbox.mustPull {
                inbox.updates.append(update)
            } else {
                inbox.updates.removeAll()
                inbox.mustPull = true
            }
        }
    }

    /// Makes every watcher ask the hub.
    func enqueuePull() {
        post { inbox in
            inbox.updates.removeAll()
            inbox.mustPull = true
        }
    }

    /// Ends all streams, after what was sent.
    func end(_ error: RPCError) {
        loop.post {
            for watcher in self.watchers where watcher.channel.isOpen { watcher.channel.finish(error) }
        }
    }

    private func post(_ change: (inout Inbox) -> Void) {
        let mustPost = inbox.withLock { inbox in
            change(&inbox)
            defer { inbox.isPosted = true }
            return !inbox.isPosted
        }
        if mustPost { loop.post { self.deliver() } }
    }

    // MARK: Loop only

    func add(_ watcher: Watcher) {
        watcher.slot = watchers.count
        watchers.append(watcher)
        crowd.add(watcher)
        nextBeat = .min
    }

    /// Sends a new watcher its first events.
    func begin(_ watcher: Watcher, with step: HubStep) {
        watcher.take(step, at: loop.now)
        crowd.join(watcher)
    }

    /// Returns true if it was the last one.
    func remove(_ watcher: Watcher) -> Bool {
        guard watchers.indices.contains(watcher.slot), watchers[watcher.slot] === watcher else { return false }
        crowd.remove(watcher)
        let last = watchers.removeLast()
        if last !== watcher {
            last.slot = watcher.slot
            watchers[last.slot] = last
        }
        return watchers.isEmpty
    }

    private func deliver() {
        let uptime = loop.now
        if let wait = pace.wait(at: uptime) { return loop.schedule(after: wait) { self.deliver() } }
        let (updates, mustPull) = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return (inbox.updates, inbox.mustPull)
        }
        deliver(mustPull ? nil : updates, at: uptime)
        // A change alone, with none behind it, costs no look at the clock.
        if mustPull || updates.count > 1 || inbox.withLock({ $0.isPosted }) { pace.wrote(from: uptime, to: loop.now) }
    }

    /// Nil: everybody pulls.
    private func deliver(_ updates: [HubUpdate]?, at uptime: Int64) {
        if !crowd.isEmpty {
            var isLate = false
            if updates.map({ crowd.deliver($0, at: uptime, &isLate) }) != true {
                // Asked once for all who stand together.
                crowd.take(missed(from: crowd.position, .events, at: uptime), at: uptime, &isLate)
            }
            if isLate { nextBeat = .min }
        }
        guard !crowd.apart.isEmpty else { return }
        for watcher in crowd.apart where watcher.takesEvents {
            // Asked once: all updates of one job are as one write to a reader that was ready for it. Digests wait for
            // their time.
            guard watcher.detail == .events, watcher.channel.isDrained else {
                watcher.isBehind = true
                nextBeat = .min
                continue
            }
            if updates.map({ watcher.deliver($0, at: uptime) }) != true { pull(watcher, at: uptime) }
        }
        crowd.joinAll()
    }

    /// The watcher can take more.
    func drained(_ watcher: Watcher) {
        guard watcher.isBehind, watcher.takesEvents else { return }
        let uptime = loop.now
        guard watcher.isDue(at: uptime) else { return }
        pull(watcher, at: uptime)
        crowd.join(watcher)
    }

    private func pull(_ watcher: Watcher, at uptime: Int64) {
        watcher.take(missed(from: watcher.position, watcher.detail, at: uptime), at: uptime)
    }

    private func missed(from position: ReaderPosition, _ detail: WatchDetail, at uptime: Int64) -> HubStep {
        hub.pull(from: position.mark, sideVersion: position.sideVersion, detail, now: clock(), uptime: uptime)
    }

    /// Sends heartbeats to those that were silent for their span. A stalled reader gets none: it has an older event to
    /// read first. One that is behind and can take more all the same is served here at the latest, and digests are.
    func beat() {
        let uptime = loop.now
        guard uptime >= nextBeat else { return }
        nextBeat = .max
        var shared: (position: ReaderPosition, message: FramedMessage)?
        for watcher in watchers where watcher.takesEvents {
            defer { nextBeat = min(nextBeat, watcher.isBehind ? uptime : sentAt(watcher) &+ watcher.heartbeat) }
            if watcher.isBehind {
                if watcher.isDue(at: uptime), watcher.channel.isDrained { pull(watcher, at: uptime) }
                continue
            }
            guard uptime - sentAt(watcher) >= watcher.heartbeat, watcher.channel.isDrained else { continue }
            let position = crowd.position(of: watcher)
            if shared?.position != position {
                let beat = Topic.heartbeat(
                    seq: position.mark.seq, serverTime: clock(), sideVersion: position.sideVersion)
                shared = (position, beat)
            }
            if let shared { watcher.send(shared.message, at: uptime) }
        }
        crowd.joinAll()
    }

    private func sentAt(_ watcher: Watcher) -> Int64 { crowd.lastSentAt(of: watcher) }

    /// Tells everybody to go, and ends the streams a moment later.
    func drain(_ event: FramedMessage, ending error: RPCError) {
        dismiss(watchers, event, ending: error)
    }

    /// Tells these watchers to go, unless they were told, and ends their streams a moment later.
    func dismiss(_ watchers: [Watcher], _ event: FramedMessage, ending error: RPCError) {
        let leaving = watchers.filter(\.takesEvents)
        let uptime = loop.now
        for watcher in leaving {
            crowd.stepAside(watcher)
            watcher.isDraining = true
            watcher.send(event, at: uptime)
        }
        loop.schedule(after: Limits.drainGraceNanoseconds) {
            for watcher in leaving where watcher.channel.isOpen { watcher.channel.finish(error) }
        }
    }
}

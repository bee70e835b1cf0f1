internal import UsherCore
internal import UsherRPC

/// One stream that watches: a channel and a position. Nothing is queued here: a reader that cannot take more is only
/// marked as behind.
///
/// Guard: everything is touched on the channel's loop alone.
final class Watcher: @unchecked Sendable {
    let channel: any FeedChannel
    let heartbeat: Int64
    let detail: WatchDetail
    var mark: ReaderMark
    var sideVersion: UInt64
    /// Loop clock of the last event.
    var lastSentAt: Int64
    /// Missed something while it was not drained, or waits for the time of its next digest.
    var isBehind = false
    /// Was told that the gateway goes: it gets nothing more.
    var isDraining = false
    /// Place in its group's list.
    var slot = 0

    init(_ channel: any FeedChannel, _ start: WatchStart, step: HubStep) {
        self.channel = channel
        heartbeat = start.heartbeat
        detail = start.detail
        mark = step.mark
        sideVersion = step.sideVersion
        lastSentAt = channel.loop.now
    }

    var takesEvents: Bool { channel.isOpen && !isDraining }

    /// True if what it missed may be told now.
    func isDue(at uptime: Int64) -> Bool {
        switch detail {
        case .events: true
        case .digests: uptime - lastSentAt >= Limits.digestNanoseconds
        }
    }

    /// `uptime` is the loop's clock, read once for all watchers that are served together.
    func send(_ message: FramedMessage, at uptime: Int64) {
        lastSentAt = uptime
        channel.send(message)
    }

    /// Sends what the step holds and moves on to where it ends.
    func take(_ step: HubStep, at uptime: Int64) {
        isBehind = false
        mark = step.mark
        sideVersion = step.sideVersion
        if let event = step.event { send(event, at: uptime) }
        for event in step.more { send(event, at: uptime) }
        if let side = step.side { send(side, at: uptime) }
    }

    /// Sends the updates that continue from here. Returns false at one that does not: the watcher must pull.
    ///
    /// What was delivered before, or belongs to an older history, is skipped; so neither a repeat nor a loss on the way
    /// from the ledger can corrupt what a reader has.
    func deliver(_ updates: [HubUpdate], at uptime: Int64) -> Bool {
        for update in updates {
            if update.generation < mark.generation { continue }
            if update.generation > mark.generation { return false }
            if let delta = update.delta, delta.lastSeq > mark.seq {
                guard delta.firstSeq == mark.seq + 1 else { return false }
                send(delta.message, at: uptime)
                mark.seq = delta.lastSeq
            }
            if let side = update.side, side.version > sideVersion {
                send(side.message, at: uptime)
                sideVersion = side.version
            }
        }
        return true
    }
}

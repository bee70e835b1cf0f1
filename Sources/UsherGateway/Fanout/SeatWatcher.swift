internal import UsherCore
internal import UsherRPC

/// One WatchSeats stream: a channel and a position. Nothing is queued here: a reader that cannot take more is only
/// marked as behind.
///
/// Guard: everything is touched on the channel's loop alone.
final class SeatWatcher: @unchecked Sendable {
    let channel: any FeedChannel
    let heartbeat: Int64
    var mark: ReaderMark
    var showVersion: UInt64
    /// Loop clock of the last event.
    var lastSentAt: Int64
    /// Missed something while it was not drained.
    var isBehind = false
    /// Was told that the gateway goes: it gets nothing more.
    var isDraining = false
    /// Place in its group's list.
    var slot = 0

    init(_ channel: any FeedChannel, heartbeat: Int64, step: HubStep) {
        self.channel = channel
        self.heartbeat = heartbeat
        mark = step.mark
        showVersion = step.showVersion
        lastSentAt = channel.loop.now
    }

    var takesEvents: Bool { channel.isOpen && !isDraining }

    /// `uptime` is the loop's clock, read once for all watchers that are served together.
    func send(_ message: FramedMessage, at uptime: Int64) {
        lastSentAt = uptime
        channel.send(message)
    }

    /// Sends what the step holds and moves on to where it ends.
    func take(_ step: HubStep, at uptime: Int64) {
        isBehind = false
        mark = step.mark
        showVersion = step.showVersion
        if let event = step.event { send(event, at: uptime) }
        if let show = step.show { send(show, at: uptime) }
    }

    /// Sends the updates that continue from here. Returns false at one that does not: the watcher must pull.
    ///
    /// What was delivered before, or belongs to an older history, is skipped; so neither a repeat nor a loss on the way
    /// from the ledger can corrupt a map.
    func deliver(_ updates: [HubUpdate], at uptime: Int64) -> Bool {
        for update in updates {
            if update.generation < mark.generation { continue }
            if update.generation > mark.generation { return false }
            if let delta = update.delta, delta.lastSeq > mark.seq {
                guard delta.firstSeq == mark.seq + 1 else { return false }
                send(delta.message, at: uptime)
                mark.seq = delta.lastSeq
            }
            if let show = update.show, show.version > showVersion {
                send(show.message, at: uptime)
                showVersion = show.version
            }
        }
        return true
    }
}

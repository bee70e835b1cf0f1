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
    /// Where it stands, unless it stands with its group.
    var position: ReaderPosition
    /// Loop clock of the last event; an older one if it stands with its group.
    var lastSentAt: Int64
    /// Missed something while it was not drained, or waits for the time of its next digest.
    var isBehind = false
    /// Was told that the gateway goes: it gets nothing more.
    var isDraining = false
    /// True while it is sent what all are sent who missed nothing.
    var isWithGroup = false
    /// Place in its group's list.
    var slot = 0
    /// Place in its group's list of those apart.
    var apartSlot = 0

    init(_ channel: any FeedChannel, _ start: WatchStart, step: HubStep) {
        self.channel = channel
        heartbeat = start.heartbeat
        detail = start.detail
        position = step.position
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
        position = step.position
        if let event = step.event { send(event, at: uptime) }
        for event in step.more { send(event, at: uptime) }
        if let side = step.side { send(side, at: uptime) }
    }

    /// Sends the updates that continue from here. Returns false at one that does not: the watcher must pull.
    func deliver(_ updates: [HubUpdate], at uptime: Int64) -> Bool {
        position.follow(updates) { send($0, at: uptime) }
    }
}

internal import UsherRPC

/// Which watchers of a group stand together: they missed nothing, so that what comes next is the same for all of them,
/// and one position tells where they are. The others stand apart, each with a position of its own. Loop only.
struct WatcherCrowd {
    /// Those who stand together, as their transport keeps them; nil until somebody does.
    private var bundle: (any FeedBundle)?
    /// Where they stand; means nothing while there are none.
    private(set) var position = ReaderPosition(mark: ReaderMark(generation: 0, seq: 0), sideVersion: 0)
    /// Loop clock of what was sent to all of them last.
    private var lastSentAt = Int64.min
    private(set) var apart: [Watcher] = []

    /// True if nobody stands together.
    var isEmpty: Bool { bundle?.isEmpty ?? true }

    func position(of watcher: Watcher) -> ReaderPosition { watcher.isWithGroup ? position : watcher.position }

    func lastSentAt(of watcher: Watcher) -> Int64 {
        watcher.isWithGroup ? max(lastSentAt, watcher.lastSentAt) : watcher.lastSentAt
    }

    /// A new watcher stands apart at first.
    mutating func add(_ watcher: Watcher) {
        watcher.apartSlot = apart.count
        apart.append(watcher)
    }

    mutating func remove(_ watcher: Watcher) {
        if watcher.isWithGroup {
            watcher.isWithGroup = false
            bundle?.remove(watcher.channel)
        } else {
            removeApart(watcher)
        }
    }

    private mutating func removeApart(_ watcher: Watcher) {
        let last = apart.removeLast()
        guard last !== watcher else { return }
        last.apartSlot = watcher.apartSlot
        apart[last.apartSlot] = last
    }

    /// Whoever has caught up with the others stands with them from here on.
    mutating func join(_ watcher: Watcher) {
        guard !watcher.isWithGroup, watcher.detail == .events, !watcher.isBehind, watcher.takesEvents else { return }
        if bundle == nil { bundle = watcher.channel.makeBundle() }
        guard let bundle else { return }
        if bundle.isEmpty {
            position = watcher.position
            lastSentAt = watcher.lastSentAt
        }
        guard watcher.position == position else { return }
        removeApart(watcher)
        watcher.isWithGroup = true
        bundle.add(watcher.channel, for: watcher)
    }

    mutating func joinAll() {
        for watcher in apart.reversed() { join(watcher) }
    }

    /// Is sent nothing any more that all are sent.
    mutating func stepAside(_ watcher: Watcher) {
        guard watcher.isWithGroup else { return }
        bundle?.remove(watcher.channel)
        setApart(watcher, at: position)
    }

    private mutating func setApart(_ watcher: Watcher, at position: ReaderPosition) {
        watcher.lastSentAt = max(lastSentAt, watcher.lastSentAt)
        watcher.position = position
        watcher.isWithGroup = false
        add(watcher)
    }

    /// Sends the updates to all who stand together, up to one that does not continue: then false, and they must pull.
    /// `isLate` becomes true if somebody could not take them, who stands apart and is behind.
    mutating func deliver(_ updates: [HubUpdate], at uptime: Int64, _ isLate: inout Bool) -> Bool {
        var next = position
        var messages: [FramedMessage] = []
        let continues = next.follow(updates) { messages.append($0) }
        send(messages, reaching: next, at: uptime, &isLate)
        return continues
    }

    /// Sends all who stand together what they missed.
    mutating func take(_ step: HubStep, at uptime: Int64, _ isLate: inout Bool) {
        var messages = step.more
        if let event = step.event { messages.insert(event, at: 0) }
        if let side = step.side { messages.append(side) }
        send(messages, reaching: step.position, at: uptime, &isLate)
    }

    private mutating func send(
        _ messages: [FramedMessage], reaching next: ReaderPosition, at uptime: Int64, _ isLate: inout Bool
    ) {
        if let bundle, !messages.isEmpty {
            var late: [Watcher] = []
            bundle.send(messages) { late.append(unsafeDowncast($0, to: Watcher.self)) }
            for watcher in late {
                setApart(watcher, at: position)
                watcher.isBehind = true
                isLate = true
            }
            lastSentAt = uptime
        }
        position = next
    }
}

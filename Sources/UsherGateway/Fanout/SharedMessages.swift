internal import UsherCore
internal import UsherRPC

/// Encoded events that many readers of a show ask for at the same time: each is encoded once and its bytes are shared.
struct SharedMessages {
    var show: FramedMessage?
    private var snapshot: (seq: UInt64, madeAt: Int64, message: FramedMessage)?
    private var merges: [(after: UInt64, seq: UInt64, message: FramedMessage)] = []

    mutating func show(_ value: Show) -> FramedMessage {
        if let show { return show }
        let message = SeatEvent.show(value).framed
        show = message
        return message
    }

    mutating func snapshot(of history: SeatHistory, now: Timestamp, uptime: Int64) -> FramedMessage {
        if let snapshot, snapshot.seq == history.seq, uptime - snapshot.madeAt < Limits.snapshotShareNanoseconds {
            return snapshot.message
        }
        let message = SeatEvent.snapshot(history.snapshot(at: now)).framed
        snapshot = (history.seq, uptime, message)
        return message
    }

    mutating func delta(_ delta: SeatDelta) -> FramedMessage {
        share(after: delta.firstSeq - 1, seq: delta.lastSeq) { delta }!
    }

    /// nil if the history no longer reaches back to `after`.
    mutating func merged(of history: SeatHistory, after: UInt64) -> FramedMessage? {
        share(after: after, seq: history.seq) { history.merged(after: after) }
    }

    private mutating func share(after: UInt64, seq: UInt64, _ make: () -> SeatDelta?) -> FramedMessage? {
        if let known = merges.first(where: { $0.after == after && $0.seq == seq }) { return known.message }
        guard let message = make().map({ SeatEvent.delta($0).framed }) else { return nil }
        if merges.count == Limits.maxSharedMerges { merges.removeFirst() }
        merges.append((after, seq, message))
        return message
    }
}

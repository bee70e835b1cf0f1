internal import UsherCore
internal import UsherRPC

/// Encoded events that many readers of a show ask for at the same time: each is encoded once and its bytes are shared.
struct SeatMessages {
    private var show: FramedMessage?
    private var snapshot: (seq: UInt64, madeAt: Int64, message: FramedMessage)?
    private var deltas: [(after: UInt64, last: UInt64, message: FramedMessage)] = []

    /// The show's own fields, until they change.
    mutating func show(_ value: Show) -> FramedMessage {
        if let show { return show }
        let message = SeatEvent.show(value).framed
        show = message
        return message
    }

    mutating func showChanged() {
        show = nil
    }

    /// A merged delta that somebody at the same position asked for before.
    func delta(after: UInt64, upTo last: UInt64) -> FramedMessage? {
        deltas.first { $0.after == after && $0.last == last }?.message
    }

    mutating func framed(_ event: SeatEvent, after: UInt64, uptime: Int64) -> FramedMessage {
        switch event {
        case .snapshot(let value):
            if let snapshot, snapshot.seq == value.seq, uptime - snapshot.madeAt < Limits.snapshotShareNanoseconds {
                return snapshot.message
            }
            let message = event.framed
            snapshot = (value.seq, uptime, message)
            return message
        case .delta(let value):
            if let known = delta(after: after, upTo: value.lastSeq) { return known }
            let message = event.framed
            if deltas.count == Limits.maxSharedDeltas { deltas.removeFirst() }
            deltas.append((after, value.lastSeq, message))
            return message
        case .heartbeat, .drain, .show, .unknown: return event.framed
        }
    }
}

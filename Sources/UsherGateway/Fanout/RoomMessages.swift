internal import UsherCore
internal import UsherRPC

/// Encoded events that many readers of a room ask for at the same time: each is encoded once and its bytes are shared.
struct RoomMessages {
    private var snapshot: (seq: UInt64, madeAt: Int64, message: FramedMessage)?
    private var counts: (seq: UInt64, message: FramedMessage)?
    /// By seq.
    private var changes: [UInt64: FramedMessage] = [:]

    mutating func snapshot(_ history: RoomHistory, now: Timestamp, uptime: Int64) -> FramedMessage {
        if let snapshot, snapshot.seq == history.seq, uptime - snapshot.madeAt < Limits.snapshotShareNanoseconds {
            return snapshot.message
        }
        let message = RoomEvent.snapshot(history.snapshot(now: now)).framed
        snapshot = (history.seq, uptime, message)
        return message
    }

    /// Numbers carry no time: they are right as long as the room stands where it stood.
    mutating func counts(_ history: RoomHistory) -> FramedMessage {
        if let counts, counts.seq == history.seq { return counts.message }
        let message = RoomEvent.counts(history.counts).framed
        counts = (history.seq, message)
        return message
    }

    /// One of the last changes of the history.
    mutating func change(_ change: RoomChange) -> FramedMessage {
        if let known = changes[change.seq] { return known }
        if changes.count >= Limits.maxSharedChanges {
            let newest = changes.keys.max() ?? 0
            changes = changes.filter { newest - $0.key < UInt64(Limits.maxSharedChanges / 2) }
        }
        let message = RoomEvent.change(change).framed
        changes[change.seq] = message
        return message
    }
}

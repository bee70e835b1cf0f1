/// What a room's stream carries.
public enum RoomEvent: Sendable, Equatable {
    case snapshot(RoomSnapshot)
    case change(RoomChange)
    /// Only on streams that asked for numbers.
    case counts(RoomCounts)
    /// `seq` is the reader's own position after all that was sent.
    case heartbeat(seq: UInt64, serverTime: Timestamp)
    /// The gateway is going; resume elsewhere from the position.
    case drain(reconnectAfter: TimeSpan, reason: String)
    /// An arm of a newer gateway: ignored, consumes no seq.
    case unknown
}

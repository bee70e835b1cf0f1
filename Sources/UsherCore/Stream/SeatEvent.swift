/// What a seat stream carries.
public enum SeatEvent: Sendable, Equatable {
    case snapshot(SeatSnapshot)
    case delta(SeatDelta)
    /// `seq` is the reader's own position after all that was sent.
    case heartbeat(seq: UInt64, serverTime: Timestamp, showVersion: UInt64)
    /// The gateway is going; resume elsewhere from the position.
    case drain(reconnectAfter: TimeSpan, reason: String)
    /// The show's own fields changed. No seq, no counts.
    case show(Show)
    /// An arm of a newer gateway: ignored, consumes no seq.
    case unknown
}

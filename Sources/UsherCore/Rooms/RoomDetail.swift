/// How much of a room a stream tells. Raw values are the wire's.
public enum RoomDetail: UInt8, Sendable {
    /// Every member.
    case members = 1
    /// Numbers only, at most once a second.
    case counts = 2
}

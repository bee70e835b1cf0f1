/// What is another in a room than a reader was told before.
public enum RoomDifference: Sendable, Equatable {
    /// Behind everybody else. Somebody who left and is back while the reader was away is told as having left, and joined.
    case joined(RoomMember)
    case updated(MemberUpdate)
    /// The member's id.
    case left(String)
    /// The room's numbers: only for readers of numbers.
    case counts
}

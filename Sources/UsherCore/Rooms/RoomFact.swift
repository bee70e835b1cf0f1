/// What happened in a room: the payload of one log record. Each holds all that `apply` needs. One command makes some of
/// them, of which at most one is seen by others and raises the room's seq.
public enum RoomFact: Sendable, Equatable {
    /// Somebody came, with their first device. Seen.
    case joined(RoomMember, RoomDevice)
    /// What others see of a member changed: moved, sat down, stood up, does something else, went away, returned. Seen. A
    /// status that is not AWAY is also the one that the member comes back to from the next AWAY.
    case updated(MemberUpdate)
    /// A member is gone, with all their devices. Seen.
    case left(String)
    /// One more device of a member who is there; it has the room's next device number.
    case deviceAdded(memberID: String, RoomDevice)
    /// A device is gone; its member has others.
    case deviceEnded(UInt64)
    /// The device itself says AWAY, or no longer does.
    case deviceAway(UInt64, Bool)
    /// The status that a member who is AWAY comes back to is another one.
    case statusKept(memberID: String, MemberStatus)
}

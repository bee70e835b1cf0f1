/// Where a device stands with its room.
public enum PresencePhase: Sendable, Equatable {
    /// It only looks.
    case absent
    /// A join is under way, or a token that was kept is being looked at.
    case joining
    /// The member is in the room; also while the network is away.
    case present
    /// The place is gone, and was not taken anew: `reason` is the gateway's word (`MEMBER_UNKNOWN`, `ROOM_UNKNOWN`).
    case lost(reason: String)
}

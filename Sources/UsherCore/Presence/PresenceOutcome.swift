/// How a wish of the app's ended.
package enum PresenceOutcome: Sendable, Equatable {
    case member(RoomMember)
    case done
    /// What the gateway said, or that it said nothing, stands with the call that ended so.
    case failed
    /// A later wish took its place before it was sent.
    case superseded
    /// The device is not in the room.
    case absent
    /// The device is in the room as another member.
    case otherMember(String)
    /// The client was closed.
    case closed
}

/// How a call of a device's ended.
package enum PresenceResult: Sendable, Equatable {
    case joined(token: String, RoomMember, heartbeat: TimeSpan)
    case member(RoomMember)
    case done
    /// The gateway said no: nothing was changed.
    case refused(reason: String)
    /// No answer, or one that says nothing about the request: it may have been done.
    case unknown

    /// The word for a token that is dead.
    package static let deadToken = "MEMBER_UNKNOWN"
}

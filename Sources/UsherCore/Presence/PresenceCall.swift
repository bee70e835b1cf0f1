/// What a device asks of its room.
package enum PresenceCall: Sendable, Equatable {
    /// `seat` "": standing, or where the member sits already.
    case join(PresenceIdentity, seat: String)
    case takeSeat(String)
    case leaveSeat
    case setStatus(MemberStatus)
    case keepAlive
    case leave
}

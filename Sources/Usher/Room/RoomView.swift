import UsherCore

/// A room as it is shown at one moment: as its stream told it, but for the own member, who is shown as they wished where
/// the room has not answered yet.
struct RoomView: WatchView {
    var replica: RoomReplica
    /// nil: not in the room.
    var me: RoomMember?
    var hall: LoadedHall?
    var counts: RoomCounts?
    var presence: PresencePhase
    var connection: MapConnection

    var position: Position { replica.position }

    /// There is something to show.
    var isThere: Bool { !replica.position.epoch.isEmpty || replica.counts != nil || !replica.hallID.isEmpty }

    /// In the order of their joining; none where numbers are followed.
    var members: [RoomMember] {
        guard replica.detail == .members else { return [] }
        var members = replica.members
        guard let me else { return members }
        if let index = members.firstIndex(where: { $0.memberID == me.memberID }) {
            members[index] = me
        } else {
            members.append(me)
        }
        return members
    }

    func member(_ memberID: String) -> RoomMember? {
        if let me, me.memberID == memberID { return me }
        return replica.detail == .members ? replica.member(memberID) : nil
    }

    /// Others first: where the room says that somebody sits, nobody else is shown.
    func member(onSeat code: String) -> RoomMember? {
        guard !code.isEmpty else { return nil }
        if replica.detail == .members, let occupant = replica.member(onSeat: code), occupant.memberID != me?.memberID {
            return occupant
        }
        return me?.seat == code ? me : nil
    }

    /// Who is not in the room's list yet stands behind all who are.
    func place(of memberID: String) -> Int { replica.place(of: memberID) ?? .max }
}

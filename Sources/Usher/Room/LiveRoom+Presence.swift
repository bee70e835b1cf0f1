public import UsherCore

/// This device's own place in the room.
extension LiveRoom {
    /// Enters the room as `memberID`, with a seat at once if one is named. Refused, and not in the room: `ROOM_UNKNOWN`,
    /// `SEAT_OCCUPIED`, `SEAT_UNKNOWN`. One device of a client is in a room once: as somebody else, `leave()` first.
    ///
    /// From then on the room's stream is this device's sign of life, and calls are where no stream comes through. A
    /// client that is suspended is shown AWAY, and is back with `resume()`. Should the token die (the room's deadlines,
    /// a restored backup), the place is taken anew once, with the same seat if it is free; not where `rejoins` is false.
    ///
    /// `deviceID` (1 to 64 characters) is an id that the app keeps for this device; nil makes one for as long as the
    /// client follows the room. Joining again with it makes no second device.
    @discardableResult
    public func join(
        memberID: String, nickname: String = "", avatar: String = "", seat: String = "", deviceID: String? = nil,
        rejoins: Bool = true
    ) async throws(UsherError) -> RoomMembership {
        let device = deviceID ?? core.deviceID()
        _ = try await core.perform { presence, _, now in
            presence.rejoins = rejoins
            let identity = PresenceIdentity(
                memberID: memberID, nickname: nickname, avatar: avatar, deviceID: device)
            return presence.join(identity, seat: seat, now: now)
        }
        guard let membership = core.withState({ $0.membership }) else {
            throw UsherError(.cancelled, reason: "SUPERSEDED", message: "this device has left meanwhile")
        }
        return membership
    }

    /// Goes on with a place that was kept before the program ended. Returns as soon as the room knows the device; if its
    /// token is dead, after it joined anew (see `join`). Refused: `MEMBER_UNKNOWN` where `rejoins` is false.
    ///
    /// Without a network it throws, and the place is kept and tried all the same: `presence` tells.
    public func rejoin(_ pass: RoomPass, rejoins: Bool = true) async throws(UsherError) {
        guard pass.roomID == roomID else {
            let text = "the pass is of room \(pass.roomID), not of \(roomID)"
            throw UsherError(.invalidArgument, reason: "OTHER_ROOM", message: text)
        }
        _ = try await core.perform { presence, _, now in
            presence.rejoins = rejoins
            let identity = PresenceIdentity(
                memberID: pass.memberID, nickname: pass.nickname, avatar: pass.avatar, deviceID: pass.deviceID)
            return presence.attach(identity, token: pass.token, seat: pass.seat, now: now)
        }
    }

    /// Sits down, or moves: shown at once where the seat is free, and taken back if the room refuses (`SEAT_OCCUPIED`,
    /// `SEAT_UNKNOWN`) or gives no answer. A later wish takes the place of one that was not sent yet, which throws
    /// CANCELLED with the reason `SUPERSEDED`. Not in the room: FAILED_PRECONDITION with `NOT_JOINED`.
    @discardableResult
    public func takeSeat(_ code: String) async throws(UsherError) -> RoomMember {
        try await member { presence, _, now in presence.takeSeat(code, now: now) }
    }

    /// Stands up; like `takeSeat`.
    @discardableResult
    public func leaveSeat() async throws(UsherError) -> RoomMember {
        try await member { presence, _, now in presence.leaveSeat(now: now) }
    }

    /// Says what the member does; shown at once like `takeSeat`. A device that says AWAY stays so, whatever its network
    /// does, until it says something else or sits down.
    @discardableResult
    public func setStatus(_ status: MemberStatus) async throws(UsherError) -> RoomMember {
        try await member { presence, serverTime, now in
            presence.setStatus(status, serverTime: serverTime, now: now)
        }
    }

    /// Leaves the room with this device; the member's last device takes the member along. The room is watched on. Given
    /// up here at once: a call without an answer throws, is repeated a few times, and else the room's deadlines tell.
    public func leave() async throws(UsherError) {
        _ = try await core.perform { presence, _, now in presence.leave(now: now) }
    }

    private func member(
        _ begin: (inout PresenceMachine, _ serverTime: Timestamp?, _ now: Int64) -> Int
    ) async throws(UsherError) -> RoomMember {
        guard case .member(let member) = try await core.perform(begin) else {
            throw UsherError(.internal, message: "the gateway's answer names no member")
        }
        return member
    }
}

extension UsherClient {
    /// A room's living list of members over any network: resumes from its position, never tells a change twice. Having
    /// it is using it: its stream opens now, unless another handle of the room has one already. `.counts` follows
    /// numbers alone, for rooms of thousands.
    ///
    /// Observers are notified on the actor that calls this, if one does.
    public func room(
        _ roomID: String, detail: RoomDetail = .members, isolation: (any Actor)? = #isolation
    ) -> LiveRoom {
        let key = RoomCore.Key(roomID: roomID, detail: detail)
        return LiveRoom(
            rooms.core(key) { RoomCore(client: self, key: key, isSuspended: $0) }, isolation)
    }
}

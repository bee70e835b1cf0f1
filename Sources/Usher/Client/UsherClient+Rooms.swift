public import UsherCore
import UsherWire

extension UsherClient {
    /// Makes a room of a hall; again with the same content: returns it. Refused: `ROOM_EXISTS` with other content,
    /// `HALL_UNKNOWN`.
    public func createRoom(_ room: Room) async throws(UsherError) -> Room {
        try await call("RoomService/CreateRoom", CreateRoomRequest(room: room))
    }

    /// One event: the change if exactly one was missed, a heartbeat if none, else a snapshot. Refused: `ROOM_UNKNOWN`.
    public func getRoom(
        _ roomID: String, after position: Position = Position()
    ) async throws(UsherError) -> RoomEvent {
        let request = GetRoomRequest(roomID: roomID, epoch: position.epoch, afterSeq: position.seq)
        return try await call("RoomService/GetRoom", request)
    }

    /// One stream of a room's events, as the gateway sends them: for scripts and tools. It ends when its connection does.
    /// With a member's `token` the open stream is the device's sign of life (dead: `MEMBER_UNKNOWN`). `.counts` tells
    /// numbers instead of members.
    public func roomEvents(
        of roomID: String, after position: Position = Position(), token: String = "", detail: RoomDetail = .members
    ) -> RoomEventStream {
        RoomEventStream(client: self, roomID: roomID, token: token, position: position, detail: detail)
    }

    /// Enters a room with one more device of `memberID`. `seat` "" stands, or stays where the member sits already;
    /// `nickname` and `avatar` "" keep what the member has. Refused: `ROOM_UNKNOWN`, `SEAT_OCCUPIED`, `SEAT_UNKNOWN`; a
    /// refused seat refuses the join.
    ///
    /// A `deviceID` of the caller's own (1 to 64 characters) gives the same device its token again, also after a restart
    /// of the caller. Without one each call is another device; repeats of the call itself are not.
    public func joinRoom(
        _ roomID: String, memberID: String, nickname: String = "", avatar: String = "", seat: String = "",
        deviceID: String? = nil
    ) async throws(UsherError) -> RoomMembership {
        let request = JoinRoomRequest(
            roomID: roomID, memberID: memberID, nickname: nickname, avatar: avatar, seat: seat,
            deviceID: deviceID ?? newRequestID())
        return try RoomMembership(try await call("RoomService/JoinRoom", request))
    }

    /// Sits down, or moves. Refused, and the old seat kept: `SEAT_OCCUPIED`, `SEAT_UNKNOWN`. In this and all calls with
    /// a token: `MEMBER_UNKNOWN` if it is dead.
    public func takeSeat(_ seat: String, token: String) async throws(UsherError) -> RoomMember {
        try await call("RoomService/TakeSeat", TakeSeatRequest(token: token, seat: seat))
    }

    /// Stands up from `seat`, or from whichever the member has; from one that they do not have: nothing happens.
    public func leaveSeat(_ seat: String = "", token: String) async throws(UsherError) -> RoomMember {
        try await call("RoomService/LeaveSeat", LeaveSeatRequest(token: token, seat: seat))
    }

    /// Says what the member does. `.away` is said of this device: a member is away when all their devices are.
    public func setStatus(_ status: MemberStatus, token: String) async throws(UsherError) -> RoomMember {
        try await call("RoomService/SetStatus", SetStatusRequest(token: token, status: status))
    }

    /// A sign of life of a device without a stream, every `RoomMembership.heartbeat`. Returns the gateway's time.
    @discardableResult
    public func keepAlive(_ token: String) async throws(UsherError) -> Timestamp {
        let reply: KeepAliveResponse = try await call("RoomService/KeepAlive", KeepAliveRequest(token: token))
        return reply.serverTime
    }

    /// Ends this device; the last one ends the member. Again: nothing happens.
    public func leaveRoom(_ token: String) async throws(UsherError) {
        let _: LeaveRoomResponse = try await call("RoomService/LeaveRoom", LeaveRoomRequest(token: token))
    }
}

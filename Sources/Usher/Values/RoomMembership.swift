public import UsherCore

/// One device's place in a room, as the room answered it at `serverTime`.
public struct RoomMembership: Sendable, Equatable {
    /// Secret: one device. It stays good across restarts of the gateway and of the program, until the device leaves or
    /// is silent for the room's `leaveAfter`.
    public var token: String
    public var member: RoomMember
    public var room: Room
    /// How often a device without a stream shows a sign of life (`keepAlive`).
    public var heartbeat: TimeSpan
    public var serverTime: Timestamp
    /// Where the room stood with this device in it.
    public var position: Position

    public init(
        token: String, member: RoomMember, room: Room, heartbeat: TimeSpan, serverTime: Timestamp, position: Position
    ) {
        self.token = token
        self.member = member
        self.room = room
        self.heartbeat = heartbeat
        self.serverTime = serverTime
        self.position = position
    }
}

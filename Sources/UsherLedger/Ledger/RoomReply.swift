public import UsherCore

/// The answer to an accepted command on a room, captured when it was decided and given once it is durable.
public struct RoomReply: Sendable {
    /// As everybody sees them; as they were last, for a device that left.
    public var member: RoomMember
    /// The device that the command was of; of a join the new one.
    public var device: DeviceKey
    public var room: Room
    /// Where the room stood after the command.
    public var position: Position
    /// The ledger's `now` at the decision.
    public var serverTime: Timestamp

    public init(member: RoomMember, device: DeviceKey, room: Room, position: Position, serverTime: Timestamp) {
        self.member = member
        self.device = device
        self.room = room
        self.position = position
        self.serverTime = serverTime
    }
}

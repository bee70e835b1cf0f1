public import UsherCore

/// Where a follower of a room begins: everything committed so far.
public struct RoomStart: Sendable {
    public var room: Room
    public var hall: HallRevision
    public var history: RoomHistory

    public init(room: Room, hall: HallRevision, history: RoomHistory) {
        self.room = room
        self.hall = hall
        self.history = history
    }
}

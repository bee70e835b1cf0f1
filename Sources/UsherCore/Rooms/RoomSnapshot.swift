/// Everybody in a room at `seq`, in the order of their joining.
public struct RoomSnapshot: Sendable, Equatable {
    public var epoch: String
    public var seq: UInt64
    public var members: [RoomMember]
    /// Where the seat codes are found.
    public var hallID: String
    public var hallRevision: UInt64
    public var serverTime: Timestamp

    public init(
        epoch: String, seq: UInt64, members: [RoomMember], hallID: String, hallRevision: UInt64, serverTime: Timestamp
    ) {
        self.epoch = epoch
        self.seq = seq
        self.members = members
        self.hallID = hallID
        self.hallRevision = hallRevision
        self.serverTime = serverTime
    }
}

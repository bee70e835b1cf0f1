/// One entry of a room's log.
public struct RoomRecord: Sendable, Equatable {
    /// 1, 2, 3 … without a hole, in its room.
    public var index: UInt64
    /// The room's time at the commit; never goes back.
    public var at: Timestamp
    public var fact: RoomFact

    public init(index: UInt64, at: Timestamp, fact: RoomFact) {
        self.index = index
        self.at = at
        self.fact = fact
    }
}

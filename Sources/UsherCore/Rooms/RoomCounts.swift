/// How many are in a room: for those who need no names.
public struct RoomCounts: Sendable, Equatable {
    /// The position that the numbers are of.
    public var seq: UInt64
    public var whole: MemberCounts
    /// In the hall's order; who stands is in none.
    public var areas: [AreaCounts]

    public init(seq: UInt64, whole: MemberCounts, areas: [AreaCounts]) {
        self.seq = seq
        self.whole = whole
        self.areas = areas
    }
}

/// How many members, by status.
public struct MemberCounts: Sendable, Equatable {
    /// Everybody, those who are away too.
    public var present: Int
    public var focusing: Int
    public var resting: Int
    public var away: Int

    public init(present: Int = 0, focusing: Int = 0, resting: Int = 0, away: Int = 0) {
        self.present = present
        self.focusing = focusing
        self.resting = resting
        self.away = away
    }
}

/// How many are seated in an area of the hall.
public struct AreaCounts: Sendable, Equatable {
    public var areaID: String
    public var counts: MemberCounts

    public init(areaID: String, counts: MemberCounts) {
        self.areaID = areaID
        self.counts = counts
    }
}

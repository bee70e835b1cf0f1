/// How many seats of a show are in which state, in all and per zone.
public struct SeatCounts: Sendable, Equatable {
    public var total = 0
    public var available = 0
    public var locked = 0
    public var sold = 0
    public var blocked = 0
    /// In the order of the hall's zones.
    public var zones: [ZoneCounts] = []

    public init() {}
}

/// How many seats of one zone are in which state.
public struct ZoneCounts: Sendable, Equatable {
    public var zoneID: String
    public var total = 0
    public var available = 0
    public var locked = 0
    public var sold = 0
    public var blocked = 0

    public init(zoneID: String) {
        self.zoneID = zoneID
    }
}

public import UsherCore

/// What seats a party wants.
public struct SuggestionQuery: Sendable, Equatable {
    /// The size of the party: 1 or more.
    public var count: Int
    /// Only these zones; empty is all.
    public var zoneIDs: [String]
    /// nil is standard.
    public var kind: SeatKind?
    /// The most that one seat may cost, in minor units; 0 is no limit.
    public var maxAmountMinor: Int64
    /// How many suggestions at most; 0 leaves it to the gateway.
    public var limit: Int
    /// Decides between equals: the same query and seed give the same answer.
    public var seed: UInt64

    public init(
        count: Int, zoneIDs: [String] = [], kind: SeatKind? = nil, maxAmountMinor: Int64 = 0, limit: Int = 0,
        seed: UInt64 = 0
    ) {
        self.count = count
        self.zoneIDs = zoneIDs
        self.kind = kind
        self.maxAmountMinor = maxAmountMinor
        self.limit = limit
        self.seed = seed
    }
}

/// What a party asks of a show: how many seats, and which would do.
public struct SeatQuery: Sendable, Equatable {
    /// The size of the party: 1 to 50.
    public var count: Int
    /// Only these zones; empty is all.
    public var zoneIDs: [String]
    /// `.standard` is what most people want: ordinary seats, couples' seats where an even party fills them, and last among
    /// equals seats with a restricted view and those whose pair's other half is gone. Any other kind is that kind alone.
    /// Half a couple's seat is offered only where nothing else is found; where the show does not keep pairs together,
    /// pairs are seats like any.
    public var kind: SeatKind
    /// The most that one seat may cost, in minor units; 0 is no limit. A seat without a price costs nothing.
    public var maxAmountMinor: Int64
    /// How many proposals at most: 1 to 20; 0 is 5.
    public var limit: Int
    /// Decides between equals: the same question and seed have the same answer.
    public var seed: UInt64

    /// What `count` may be.
    public static let counts = 1...Limits.suggestedParty
    /// What `limit` may be, 0 aside.
    public static let limits = 1...Limits.suggestions

    public init(
        count: Int, zoneIDs: [String] = [], kind: SeatKind = .standard, maxAmountMinor: Int64 = 0, limit: Int = 0,
        seed: UInt64 = 0
    ) {
        self.count = count
        self.zoneIDs = zoneIDs
        self.kind = kind
        self.maxAmountMinor = maxAmountMinor
        self.limit = limit
        self.seed = seed
    }

    /// What is wrong with it, whatever the hall.
    public var faults: [FieldFault] {
        var faults: [FieldFault] = []
        if !Self.counts.contains(count) {
            faults.append(FieldFault("count", "\(count); must be 1 to \(Limits.suggestedParty)"))
        }
        if !(0...Limits.suggestions).contains(limit) {
            faults.append(FieldFault("limit", "\(limit); must be 1 to \(Limits.suggestions), or 0"))
        }
        if maxAmountMinor < 0 {
            faults.append(FieldFault("max_amount_minor", "must not be negative; 0 is no limit"))
        }
        return faults
    }

    /// Zones that the hall does not have.
    func faults(in hall: Hall) -> [FieldFault] {
        guard !zoneIDs.isEmpty else { return [] }
        var faults = FaultList()
        let known = Set(hall.zones.map(\.zoneID))
        for (position, zone) in zoneIDs.enumerated() where !known.contains(zone) {
            let shown = TextRules.isPlain(zone, atMost: Limits.idCharacters) ? " '\(zone)'" : " of this id"
            faults.add("zone_ids[\(position)]", "the hall has no zone\(shown)")
        }
        return faults.all
    }
}

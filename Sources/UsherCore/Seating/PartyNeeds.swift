/// What a party's own seats say of what would do as well: their zones, their kinds, and how many of them are places for
/// wheelchairs and for companions.
struct PartyNeeds: Equatable {
    private var zones: [Bool]
    private var kinds: UInt8 = 0
    /// Who needs such a place needs one wherever the party sits.
    private(set) var wheelchairs = 0
    private(set) var companions = 0

    init(_ runs: SeatRuns, places: some Sequence<Int>, zoneCount: Int) {
        zones = [Bool](repeating: false, count: zoneCount + 1)
        for place in places {
            zones[Int(runs.zones[place])] = true
            kinds |= Self.bit(runs.kinds[place])
            if runs.kinds[place] == .wheelchair { wheelchairs += 1 }
            if runs.kinds[place] == .companion { companions += 1 }
        }
    }

    /// These, and what would do where they cannot be met: first ordinary seats of the party's zones, then couples' seats and
    /// restricted views, then the same in all zones. Places for wheelchairs and companions are as many in each.
    var widening: [PartyNeeds] {
        var (standard, ordinary) = (self, self)
        standard.kinds |= Self.bit(.standard)
        ordinary.kinds |= Self.bit(.standard) | Self.bit(.couple) | Self.bit(.restrictedView)
        var wider = [self, standard, ordinary]
        let all = [Bool](repeating: true, count: zones.count)
        for var needs in [self, standard, ordinary] {
            needs.zones = all
            wider.append(needs)
        }
        return wider.enumerated().filter { !wider[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// Whether a seat is of one of the party's zones and kinds.
    func fits(_ place: Int, _ runs: SeatRuns) -> Bool {
        zones[Int(runs.zones[place])] && kinds & Self.bit(runs.kinds[place]) != 0
    }

    /// Whether the seat, left without a neighbour, counts as left alone.
    func minds(_ place: Int, _ runs: SeatRuns) -> Bool {
        let kind = runs.kinds[place]
        return kind != .wheelchair && kind != .companion && fits(place, runs)
    }

    private static func bit(_ kind: SeatKind) -> UInt8 { 1 << kind.rawValue }
}

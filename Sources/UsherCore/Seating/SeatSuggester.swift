/// Chooses seats for a party as the best clerk of a box office would.
///
/// In this order: together without leaving anyone alone, nearest to the focal point, of equals where most room is;
/// together although somebody is left alone; in the fewest pieces, of about one size, leaving nobody alone, near each
/// other. Whatever it proposes is accepted by the judge of all locks. Proposals share no seat, so each is a choice of its
/// own.
///
/// Where pairs are kept together, nobody is given half of one whose other half is free. A couple's seat is for two: an odd
/// party beside one would leave a stranger half a sofa, or have a sofa too many, so only even parties get couples' seats.
/// Two plain seats that are sold together are seats like any: whoever takes both may have them, with others beside. A half
/// whose other half is gone can be sold to nobody as a pair any more. A plain one is taken last among equals, as a restricted
/// view is; half a sofa beside a stranger is offered only to a party for which there is nothing else. Where the policy does
/// not keep pairs together, all these are ordinary seats, and who must sit apart from their other half is last among equals.
///
/// Runs are looked at from the focal point outwards, until none that is left can be better: where seats are free near it,
/// a few runs are read, however large the hall.
package struct SeatSuggester {
    let hall: HallRevision
    let states: [UInt8]
    let query: SeatQuery
    var judge: SeatJudge
    private let zones: [Bool]
    private let kinds: UInt8
    /// Whether pairs are kept together.
    let keepsPairs: Bool
    /// Whether a couple's seat of which the other half is gone may be proposed: nothing else was found.
    private var takesSofaHalves = false
    private(set) var limit: Int
    /// Whether every ordinary seat that is sold alone may be proposed.
    let takesPlain: Bool

    var runs: SeatRuns { hall.runs }

    /// `price` is what a zone of the hall's list costs, as far as it has a price. `states` is one wire byte a seat.
    package init(
        hall: HallRevision, policy: Policy, prices: [SeatAmount?], states: [UInt8], query: SeatQuery
    ) {
        self.hall = hall
        self.states = states
        self.query = query
        judge = SeatJudge(hall: hall, policy: policy, states: states)
        let wanted = Set(query.zoneIDs)
        let affordable = hall.hall.zones.enumerated().map { position, zone in
            let price = prices.indices.contains(position) ? prices[position] : nil
            let isCheap = query.maxAmountMinor == 0 || (price.map { $0.amountMinor <= query.maxAmountMinor } ?? true)
            return isCheap && (wanted.isEmpty || wanted.contains(zone.zoneID))
        }
        zones = [wanted.isEmpty] + affordable
        keepsPairs = judge.keepsPairs
        kinds = SeatKind.allCases.reduce(0) { mask, kind in
            let isAsked =
                switch kind {
                case .couple: query.kind == .couple || query.kind == .standard
                case .restrictedView: query.kind == .restrictedView || query.kind == .standard
                case .standard, .wheelchair, .companion: query.kind == kind
                }
            return isAsked ? mask | 1 << kind.rawValue : mask
        }
        takesPlain = query.kind == .standard && zones.allSatisfy { $0 }
        limit = query.limit == 0 ? Limits.usualSuggestions : query.limit
    }

    /// Best first; empty if there are no such seats.
    package func proposals() -> [SeatSuggestion] {
        guard query.count > 0, query.count <= runs.seats.count else { return [] }
        let usual = found()
        guard usual.isEmpty, keepsPairs else { return usual }
        var last = self
        last.takesSofaHalves = true
        return last.found()
    }

    private func found() -> [SeatSuggestion] {
        let windows = together()
        var asked = self
        // If the best leaves somebody alone, nowhere is a party of this size together and does not.
        asked.judge.knowsNoWindow = !keepsPairs && windows.first.map { $0.score.orphans < 0 } ?? false
        var accepted = windows.compactMap(asked.proposal)
        if accepted.isEmpty, !windows.isEmpty, limit < Limits.suggestions {
            // What the judge refuses here is rare: a pair among the alternatives that is not for this party.
            var wider = self
            wider.limit = Limits.suggestions
            accepted = Array(wider.together().compactMap(proposal).prefix(limit))
        }
        if accepted.isEmpty { accepted = inPieces() }
        return accepted.isEmpty && keepsPairs ? inUnits() : accepted
    }

    // MARK: Seats

    func isFree(_ place: Int) -> Bool {
        states[Int(runs.seats[place])] == SeatState.available.rawValue
    }

    /// Whether a free seat may be proposed: of the zones, prices and kinds asked for, and as pairs allow.
    func suits(_ place: Int) -> Bool {
        let kind = runs.kinds[place]
        guard zones[Int(runs.zones[place])], kinds & (1 << kind.rawValue) != 0 else { return false }
        guard kind == .couple, judge.policy.keepPairsTogether else { return true }
        let partner = Int(runs.partners[place])
        if partner >= 0, !isFree(partner) { return takesSofaHalves }
        return query.count % 2 == 0 || (partner < 0 && takesSofaHalves)
    }

    /// Whether consecutive suiting places tear no pair that could be had whole.
    func keepsPairs(_ window: Range<Int>) -> Bool {
        !keepsPairs
            || window.allSatisfy { place in
                let partner = Int(runs.partners[place])
                return partner < 0 || window.contains(partner) || !isFree(partner)
            }
    }

    /// How many seats that count a party on `window` leaves alone in its stretch.
    func orphans(leftBy window: Range<Int>, in stretch: Range<Int>) -> Int {
        func counts(_ place: Int) -> Bool {
            let kind = runs.kinds[place]
            return kind != .wheelchair && kind != .companion
                && window.contains { runs.kinds[$0] == kind } && window.contains { runs.zones[$0] == runs.zones[place] }
        }
        let first = window.lowerBound - stretch.lowerBound == 1 && counts(stretch.lowerBound)
        let last = stretch.upperBound - window.upperBound == 1 && counts(window.upperBound)
        return (first ? 1 : 0) + (last ? 1 : 0)
    }

    /// Between equals: a number that only the seed and the place give.
    func tie(_ place: Int) -> UInt64 {
        var generator = SeededGenerator(seed: query.seed ^ (UInt64(place) &* 0xd134_2543_de82_ef95))
        return generator.next()
    }

    private func proposal(_ window: Window) -> SeatSuggestion? {
        let seats = window.places.map { runs.seats[$0] }
        guard judge.fault(of: seats) == nil else { return nil }
        return SeatSuggestion(
            seats: seats.map { hall.code(ofSeat: Int($0)) }, pieces: 1, terms: window.score.terms)
    }
}

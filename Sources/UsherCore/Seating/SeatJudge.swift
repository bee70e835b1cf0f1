/// Pairs and the orphan rule: the one judge of every path that takes seats, on the server and on a customer's own map.
///
/// It looks at a choice as a whole, and at the seats as they would be without the lock that the choice becomes: a change
/// is a release and a lock anew in one step, so that nobody reaches by two steps what one would be refused. An orphan is a
/// free seat without a free neighbour in its run. It counts if the choice makes it, and if it is of a zone and a kind of
/// the party's own; places for wheelchairs and companions never count. `AVOIDABLE` judges the part of the party in
/// each free stretch, `STRICT` the whole party: refused is what leaves an orphan, if as many could sit together (in that
/// stretch; anywhere) on seats of the party's zones and kinds without one, and without splitting a pair. Where the whole
/// party could not, `STRICT` judges each part as `AVOIDABLE` does: what that refuses never passes under the stricter rule.
/// Named are the orphans that could be avoided: under `STRICT` all of them, where the party could sit together. So while
/// enough seats are free, some choice is accepted.
///
/// Work grows with the choice and the stretches that it touches; under `STRICT`, of a choice that leaves an orphan, with
/// the hall.
struct SeatJudge {
    let hall: HallRevision
    let policy: Policy
    /// Whether a seat may be had by this party: available, or one of the lock that is being changed.
    let isFree: (Int32) -> Bool
    /// It was found that a party of the size asked about can sit together nowhere, on seats such as it has, without
    /// leaving somebody alone: spares `STRICT` the look at the whole hall.
    var knowsNoWindow = false

    var runs: SeatRuns { hall.runs }
    /// Whether pairs are anything else than neighbours here: where the policy does not keep them together, they are not.
    var keepsPairs: Bool { policy.keepPairsTogether && runs.hasPairs }

    init(hall: HallRevision, policy: Policy, isFree: @escaping (Int32) -> Bool) {
        self.hall = hall
        self.policy = policy
        self.isFree = isFree
    }

    /// Of a show's states, one wire byte a seat. `own`: the seats of the lock that is being changed; none for a new one.
    init(hall: HallRevision, policy: Policy, states: [UInt8], own: [Int32] = []) {
        let mine = Set(own)
        self.init(hall: hall, policy: policy) { seat in
            states[Int(seat)] == SeatState.available.rawValue || mine.contains(seat)
        }
    }

    /// What is wrong with a choice of seats, each named once and each free; nil if it is accepted.
    func fault(of seats: [Int32]) -> SeatFault? {
        let choice = Choice(seats, runs)
        if keepsPairs {
            let halves = seats.filter { isHalf(runs.place(ofSeat: $0), of: choice) }
            if !halves.isEmpty { return .splitPair(halves) }
        }
        let orphans = avoidableOrphans(of: choice)
        return orphans.isEmpty ? nil : .orphans(orphans.map { runs.seats[$0] })
    }

    /// All seats that the choice would leave alone and that count, avoidable or not, by place.
    func orphans(of choice: Choice) -> [Int] {
        let alone = parts(of: choice).flatMap(leftAlone)
        if alone.isEmpty { return [] }
        let needs = needs(of: choice.places)
        return alone.filter { needs.minds($0, runs) }
    }

    // MARK: Parts

    /// Chosen places in order, each once.
    struct Choice {
        let places: [Int]

        init(_ seats: [Int32], _ runs: SeatRuns) {
            places = seats.map(runs.place).sorted()
        }

        init(places: [Int]) {
            self.places = places.sorted()
        }

        func contains(_ place: Int) -> Bool {
            var low = 0
            var high = places.count
            while low < high {
                let middle = (low + high) / 2
                if places[middle] < place { low = middle + 1 } else { high = middle }
            }
            return low < places.count && places[low] == place
        }
    }

    /// What of a choice lies in one free stretch.
    struct Part {
        var stretch: Range<Int>
        var places: ArraySlice<Int>
    }

    func needs(of places: some Sequence<Int>) -> PartyNeeds {
        PartyNeeds(runs, places: places, zoneCount: hall.hall.zones.count)
    }

    func parts(of choice: Choice) -> [Part] {
        var parts: [Part] = []
        var start = 0
        while start < choice.places.count {
            let stretch = runs.stretch(around: choice.places[start], isFree)
            var end = start + 1
            while end < choice.places.count, choice.places[end] < stretch.upperBound { end += 1 }
            parts.append(Part(stretch: stretch, places: choice.places[start..<end]))
            start = end
        }
        return parts
    }

    /// Whether the pair of a chosen place is torn: its other half could be had as well and is not chosen. Asked only where
    /// pairs are kept together.
    func isHalf(_ place: Int, of choice: Choice) -> Bool {
        let partner = Int(runs.partners[place])
        return partner >= 0 && !choice.contains(partner) && isFree(runs.seats[partner])
    }

    /// The places of a stretch that its part leaves without a neighbour.
    func leftAlone(by part: Part) -> [Int] {
        var alone: [Int] = []
        var next = part.stretch.lowerBound
        for place in part.places {
            if place - next == 1 { alone.append(next) }
            next = place + 1
        }
        if part.stretch.upperBound - next == 1 { alone.append(next) }
        return alone
    }

    /// Those of them that count.
    func orphans(of part: Part, _ needs: PartyNeeds) -> [Int] {
        leftAlone(by: part).filter { needs.minds($0, runs) }
    }

    private func avoidableOrphans(of choice: Choice) -> [Int] {
        guard policy.orphanRule != .off else { return [] }
        let alone = parts(of: choice).map { (part: $0, orphans: leftAlone(by: $0)) }.filter { !$0.orphans.isEmpty }
        // Most choices end here.
        if alone.isEmpty { return [] }
        let needs = needs(of: choice.places)
        let left = alone.map { (part: $0.part, orphans: $0.orphans.filter { needs.minds($0, runs) }) }
            .filter { !$0.orphans.isEmpty }
        if left.isEmpty { return [] }
        switch policy.orphanRule {
        case .off:
            return []
        case .strict where !knowsNoWindow && nearestWindow(for: choice, needs, isEnough: true) != nil:
            return left.flatMap(\.orphans)
        case .avoidable, .strict:
            return left.filter { hasWindow(for: $0.part, of: choice, needs) }.flatMap(\.orphans)
        }
    }
}

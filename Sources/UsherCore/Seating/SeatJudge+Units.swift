/// Choices of whole units: seats that are sold alone, and pairs. Every choice that tears no pair is made of them.
extension SeatJudge {
    /// What is had or left as one.
    private struct Unit {
        var place: Int
        /// The other half of a pair.
        var other: Int?
        var cost: Double
        /// Of how many people it is, and which of them need places for wheelchairs and companions.
        var shape: Shape

        var places: [Int] { other.map { [place, $0] } ?? [place] }
    }

    private struct Shape: Hashable {
        var size = 0
        var wheelchairs = 0
        var companions = 0
    }

    /// As many places as the choice has that tear no pair and are as many of them for wheelchairs and companions; whoever
    /// may stay stays, and the others come near. Nil if there are none.
    func wholeUnits(instead choice: Choice, _ needs: PartyNeeds) -> [Int]? {
        guard let first = choice.places.first, let last = choice.places.last else { return nil }
        let party = Shape(
            size: choice.places.count, wheelchairs: needs.wheelchairs, companions: needs.companions)
        let middle = runs.middle(of: choice.places)
        let near = runs(around: runs.run(of: first)...runs.run(of: last))
        func fits(_ place: Int) -> Bool { needs.fits(place, runs) }
        return wholeUnits(party, near: middle, instead: choice, in: near, fits)
            ?? wholeUnits(party, near: middle, instead: choice, in: Array(runs.runs.indices), fits)
    }

    /// As many places near a point for which `suits` holds, that tear no pair; nil if there are none. All of them are of
    /// one kind as far as wheelchairs and companions are concerned.
    func wholeUnits(of count: Int, kind: SeatKind, near middle: MapPoint, _ suits: (Int) -> Bool) -> [Int]? {
        let party = Shape(
            size: count, wheelchairs: kind == .wheelchair ? count : 0, companions: kind == .companion ? count : 0)
        return wholeUnits(party, near: middle, instead: Choice(places: []), in: Array(runs.runs.indices), suits)
    }

    private func wholeUnits(
        _ party: Shape, near middle: MapPoint, instead choice: Choice, in runs: [Int], _ fits: (Int) -> Bool
    ) -> [Int]? {
        let units = units(near: middle, instead: choice, in: runs, fits)
        guard policy.sameRowOnly else { return chosen(units, party) }
        let rows = Dictionary(grouping: units) { row(of: $0.place) }.map { row, units in
            (row: row, far: units.reduce(.infinity) { min($0, $1.cost) }, units: units)
        }
        // The nearest first.
        return rows.sorted { ($0.far, $0.row) < ($1.far, $1.row) }.lazy.compactMap { chosen($0.units, party) }.first
    }

    private func row(of place: Int) -> Int { hall.row(ofSeat: Int(runs.seats[place])) }

    /// Those that are free, in place order. Who stays costs nothing; who moves costs more than any way, and the way.
    private func units(
        near middle: MapPoint, instead choice: Choice, in list: [Int], _ fits: (Int) -> Bool
    ) -> [Unit] {
        func cost(_ place: Int) -> Double {
            if choice.contains(place) { return 0 }
            let (x, y) = (runs.points[place].x - middle.x, runs.points[place].y - middle.y)
            return 4 * runs.diagonal + x * x + y * y
        }
        var units: [Unit] = []
        for run in list {
            for place in runs.runs[run].places where isFree(runs.seats[place]) && fits(place) {
                var unit = Unit(place: place, cost: cost(place), shape: Shape(size: 1))
                let partner = Int(runs.partners[place])
                if keepsPairs, partner >= 0, isFree(runs.seats[partner]) {
                    // Once a pair; both in the one row that the show may want.
                    guard place < partner, fits(partner), !policy.sameRowOnly || row(of: partner) == row(of: place)
                    else { continue }
                    unit.other = partner
                    unit.cost += cost(partner)
                }
                let kinds = unit.places.map { runs.kinds[$0] }
                unit.shape = Shape(
                    size: kinds.count, wheelchairs: kinds.count { $0 == .wheelchair },
                    companions: kinds.count { $0 == .companion })
                units.append(unit)
            }
        }
        return units
    }

    /// The cheapest units that are the party; nil if none are. Of those of one shape the cheapest are taken first, so only
    /// how many of each shape is to be found.
    private func chosen(_ units: [Unit], _ party: Shape) -> [Int]? {
        let shapes = Dictionary(grouping: units, by: \.shape)
            .filter { $0.key.wheelchairs <= party.wheelchairs && $0.key.companions <= party.companions }
            .map { $0.value.sorted { ($0.cost, $0.place) < ($1.cost, $1.place) } }
            .sorted { $0[0].place < $1[0].place }
        let (perSize, perChair) = ((party.wheelchairs + 1) * (party.companions + 1), party.companions + 1)
        let states = (party.size + 1) * perSize
        guard states * (party.size + 1) <= Limits.repairSteps else { return nil }
        var costs = [Double](repeating: .infinity, count: states)
        costs[0] = 0
        var taken: [[Int]] = []
        for sorted in shapes {
            let shape = sorted[0].shape
            let step = shape.size * perSize + shape.wheelchairs * perChair + shape.companions
            var (next, counts) = (costs, [Int](repeating: 0, count: states))
            for state in 0..<states where costs[state] < .infinity {
                let most = Self.most(
                    of: shape, in: party,
                    beside: Shape(
                        size: state / perSize, wheelchairs: state % perSize / perChair, companions: state % perChair))
                var cost = costs[state]
                for count in 1...max(1, min(most, sorted.count)) where most > 0 {
                    cost += sorted[count - 1].cost
                    guard cost < next[state + count * step] else { continue }
                    next[state + count * step] = cost
                    counts[state + count * step] = count
                }
            }
            costs = next
            taken.append(counts)
        }
        guard costs[states - 1] < .infinity else { return nil }
        var places: [Int] = []
        var state = states - 1
        for (sorted, counts) in zip(shapes, taken).reversed() {
            let shape = sorted[0].shape
            let count = counts[state]
            places += sorted.prefix(count).flatMap(\.places)
            state -= count * (shape.size * perSize + shape.wheelchairs * perChair + shape.companions)
        }
        return places.sorted()
    }

    /// How many units of a shape the party can have beside what it has.
    private static func most(of shape: Shape, in party: Shape, beside had: Shape) -> Int {
        var most = (party.size - had.size) / shape.size
        if shape.wheelchairs > 0 { most = min(most, (party.wheelchairs - had.wheelchairs) / shape.wheelchairs) }
        if shape.companions > 0 { most = min(most, (party.companions - had.companions) / shape.companions) }
        return most
    }
}

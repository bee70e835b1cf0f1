@testable import UsherCore

/// The contract's pairs and orphan rule, word by word and slowly: sets of seats, neighbours by row and column.
struct NaiveRules {
    let hall: Hall
    let free: Set<Int>
    let cells: [[Int]: Int]
    /// Whether pairs are kept together; else they are neighbours like any.
    let keepsPairs: Bool

    init(_ drawn: DrawnHall, pairs: Bool = true) {
        keepsPairs = pairs
        hall = drawn.hall
        free = Set(hall.seats.indices.filter { drawn.states[$0] == SeatState.available.rawValue })
        var cells: [[Int]: Int] = [:]
        for (index, seat) in hall.seats.enumerated() { cells[[seat.row, seat.column]] = index }
        self.cells = cells
    }

    enum Verdict: Equatable {
        case accepted, split(Set<Int>), orphans(Set<Int>)
    }

    func judge(_ party: Set<Int>, _ rule: OrphanRule) -> Verdict {
        let halves = torn(party)
        if !halves.isEmpty { return .split(halves) }
        let new = orphans(leftBy: party, for: party)
        if new.isEmpty || rule == .off { return .accepted }
        if rule == .strict {
            let all = stretches().flatMap { windows(of: party.count, in: $0) }
            if all.contains(where: { isBetter($0, than: party, for: party, within: free) }) { return .orphans(new) }
        }
        var avoidable: Set<Int> = []
        for stretch in stretches() {
            let part = party.intersection(stretch)
            let alone = new.intersection(stretch)
            if part.isEmpty || alone.isEmpty { continue }
            let rest = party.subtracting(part)
            let isAvoidable = windows(of: part.count, in: stretch).contains { window in
                torn(rest.union(window)).isEmpty
                    && isBetter(window, than: part, for: party, within: Set(stretch))
            }
            if isAvoidable { avoidable.formUnion(alone) }
        }
        return avoidable.isEmpty ? .accepted : .orphans(avoidable)
    }

    /// Seats of the party's zones and kinds, as many wheelchair and companion places, no pair split, nobody left alone.
    private func isBetter(_ window: Set<Int>, than part: Set<Int>, for party: Set<Int>, within stretch: Set<Int>)
        -> Bool
    {
        let zones = Set(party.map { hall.seats[$0].zoneID })
        let kinds = Set(party.map { hall.seats[$0].kind })
        func count(_ seats: Set<Int>, _ kind: SeatKind) -> Int { seats.count { hall.seats[$0].kind == kind } }
        guard window.allSatisfy({ zones.contains(hall.seats[$0].zoneID) && kinds.contains(hall.seats[$0].kind) }),
            count(window, .wheelchair) == count(part, .wheelchair),
            count(window, .companion) == count(part, .companion)
        else { return false }
        let whole = party.subtracting(part).union(window)
        return torn(whole).isEmpty && orphans(leftBy: whole, for: party).isDisjoint(with: stretch)
    }

    func torn(_ party: Set<Int>) -> Set<Int> {
        guard keepsPairs else { return [] }
        return party.filter { index in
            guard let partner = hall.seats.firstIndex(where: { $0.code == hall.seats[index].partner }) else {
                return false
            }
            return free.contains(partner) && !party.contains(partner)
        }
    }

    func orphans(leftBy taken: Set<Int>, for party: Set<Int>) -> Set<Int> {
        let zones = Set(party.map { hall.seats[$0].zoneID })
        let kinds = Set(party.map { hall.seats[$0].kind }).subtracting([.wheelchair, .companion])
        let left = free.subtracting(taken)
        return left.filter { index in
            isAlone(index, among: left) && !isAlone(index, among: free)
                && zones.contains(hall.seats[index].zoneID) && kinds.contains(hall.seats[index].kind)
        }
    }

    /// The codes of those that a party leaves alone.
    func left(by codes: [String], in drawn: DrawnHall) -> [String] {
        let party = Set(drawn.indexes(codes).map(Int.init))
        return drawn.codes(orphans(leftBy: party, for: party).map(Int32.init))
    }

    private func isAlone(_ index: Int, among free: Set<Int>) -> Bool {
        let seat = hall.seats[index]
        return [-1, 1].allSatisfy { step in
            cells[[seat.row, seat.column + step]].map { !free.contains($0) } ?? true
        }
    }

    /// Each along its row.
    func stretches() -> [[Int]] {
        let sorted = free.sorted {
            (hall.seats[$0].row, hall.seats[$0].column) < (hall.seats[$1].row, hall.seats[$1].column)
        }
        var result: [[Int]] = []
        for index in sorted {
            let seat = hall.seats[index]
            if let last = result.last?.last, cells[[seat.row, seat.column - 1]] == last {
                result[result.count - 1].append(index)
            } else {
                result.append([index])
            }
        }
        return result
    }

    func windows(of size: Int, in stretch: [Int]) -> [Set<Int>] {
        guard size > 0, stretch.count >= size else { return [] }
        return (0...(stretch.count - size)).map { Set(stretch[$0..<($0 + size)]) }
    }
}

extension NaiveRules.Verdict {
    init(_ fault: SeatFault?) {
        self =
            switch fault {
            case nil: .accepted
            case .splitPair(let seats): .split(Set(seats.map(Int.init)))
            case .orphans(let seats): .orphans(Set(seats.map(Int.init)))
            }
    }
}

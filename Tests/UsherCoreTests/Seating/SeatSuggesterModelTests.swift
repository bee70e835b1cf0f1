import Testing

@testable import UsherCore

@Suite("Suggestions against a slow and simple clerk")
struct SeatSuggesterModelTests {
    @Test(
        "in rooms of all kinds: accepted, apart from each other, in order; the first is the clerk's; labels and lists do not matter",
        arguments: 0..<24)
    func rooms(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let drawn = DrawnHall.random(
            using: &generator, rows: Int.random(in: 1...6, using: &generator),
            columns: Int.random(in: 4...18, using: &generator))
        let other = drawn.disguised(using: &generator)
        let pairs = seed % 4 != 3
        let naive = NaiveRules(drawn, pairs: pairs)
        for count in [1, 2, 3, 4, 6, 9, 14] {
            var query = SeatQuery(count: count, limit: Int.random(in: 1...8, using: &generator), seed: seed)
            if seed % 5 == 0 { query.zoneIDs = ["a"] }
            if seed % 11 == 0 { query.kind = .restrictedView }
            if seed % 13 == 0 { query.kind = .wheelchair }
            for rule in OrphanRule.allCases {
                let proposals = drawn.suggest(query, rule, pairs: pairs)
                #expect(proposals.map(\.seats) == other.suggest(query, rule, pairs: pairs).map(\.seats))
                check(proposals, query, rule, drawn, naive)
            }
        }
    }

    private func check(
        _ proposals: [SeatSuggestion], _ query: SeatQuery, _ rule: OrphanRule, _ drawn: DrawnHall, _ naive: NaiveRules
    ) {
        let clerk = NaiveClerk(drawn, naive, query)
        #expect(proposals.count <= query.limit)
        #expect(zip(proposals, proposals.dropFirst()).allSatisfy { $0.score >= $1.score })
        let all = proposals.flatMap(\.seats)
        #expect(Set(all).count == all.count)
        for proposal in proposals {
            let party = Set(drawn.indexes(proposal.seats).map(Int.init))
            #expect(party.count == query.count)
            #expect(party.isSubset(of: clerk.suiting))
            #expect(naive.judge(party, rule) == .accepted, "\(rule) \(proposal.seats)")
            #expect(proposal.pieces == clerk.pieces(party))
            #expect(proposal.term("orphans") == -1e6 * Double(naive.orphans(leftBy: party, for: party).count))
            #expect(proposal.term("halves") == -1e4 * Double(clerk.halves(party)))
        }
        if let best = clerk.bestTogether(rule) {
            let first = proposals.first.map { clerk.rank(Set(drawn.indexes($0.seats).map(Int.init))) }
            #expect(first == best, "\(rule) \(query.count) \(proposals.first?.seats ?? [])")
        } else if !clerk.hasPairs, query.count <= clerk.suiting.count {
            #expect(proposals.first?.pieces == clerk.fewestPieces, "\(rule) \(query.count)")
        }
        #expect(proposals.isEmpty == !clerk.canSeat(clerk.suiting), "\(rule) \(query.count)")
    }

    /// Rows of 14 seats of which some are sold.
    private func soldAtRandom(rows: ClosedRange<Int>, percent: Int, seed: UInt64) -> [String] {
        var generator = SeededGenerator(seed: seed)
        return (0..<Int.random(in: rows, using: &generator)).map { _ in
            String((0..<14).map { _ in Int.random(in: 0..<100, using: &generator) < percent ? "x" : "." as Character })
        }
    }

    @Test("of all splits into two no other is more even, or as even and leaves fewer alone", arguments: 0..<24)
    func halves(seed: UInt64) {
        let rows = soldAtRandom(rows: 1...5, percent: 35, seed: seed &+ 2_000)
        let drawn = DrawnHall(rows)
        let naive = NaiveRules(drawn)
        for count in 2...12 {
            for rule in [OrphanRule.off, .avoidable] {
                guard let best = drawn.suggest(SeatQuery(count: count, seed: seed), rule).first, best.pieces == 2 else {
                    continue
                }
                let clerk = NaiveClerk(drawn, naive, SeatQuery(count: count))
                let party = Set(drawn.indexes(best.seats).map(Int.init))
                #expect(
                    clerk.splitRank(party) == clerk.bestOfTwo(), "\(rule) \(rows) \(count): \(best.seats)")
            }
        }
    }

    @Test(
        "of all splits into as many pieces no other is more even, or as even and leaves fewer alone", arguments: 0..<40)
    func pieces(seed: UInt64) {
        let rows = soldAtRandom(rows: 2...7, percent: 40, seed: seed &+ 9_000)
        let drawn = DrawnHall(rows)
        let naive = NaiveRules(drawn)
        let lengths = naive.stretches().map(\.count)
        for count in [5, 7, 9, 11, 13, 16, 20] {
            guard let best = drawn.suggest(SeatQuery(count: count, seed: seed)).first, best.pieces > 1 else { continue }
            let share = PieceShare(of: count, pieces: best.pieces)
            // By pieces and people, over the stretches so far: excess in thousands, and seats left alone.
            var least = [[Int]](repeating: [Int](repeating: .max, count: count + 1), count: best.pieces + 1)
            least[0][0] = 0
            for length in lengths {
                let before = least
                for pieces in 0..<best.pieces {
                    for sum in 0..<count where before[pieces][sum] != .max {
                        for size in 1...min(length, count - sum) {
                            let cost = share.excess(of: size) * 1_000 + (length - size == 1 ? 1 : 0)
                            least[pieces + 1][sum + size] = min(
                                least[pieces + 1][sum + size], before[pieces][sum] + cost)
                        }
                    }
                }
            }
            let excess = (best.term("balance") ?? 0) / -2e8
            let alone = (best.term("orphans") ?? 0) / -1e6
            #expect(
                Int(excess) * 1_000 + Int(alone) == least[best.pieces][count], "\(rows) \(count): \(best.seats)")
        }
    }

    @Test("looking from the focal point outwards finds what looking everywhere does", arguments: 0..<4)
    func pruned(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 1_000)
        let rows = (0..<10).map { _ in
            String((0..<20).map { _ in Int.random(in: 0..<100, using: &generator) < 55 ? "x" : "." as Character })
        }
        let offsets = rows.map { _ in Float.random(in: -2...2, using: &generator) }
        let drawn = DrawnHall(rows, offsets: offsets)
        let naive = NaiveRules(drawn)
        for count in [1, 3, 6] {
            let query = SeatQuery(count: count, limit: 3, seed: seed)
            let clerk = NaiveClerk(drawn, naive, query)
            let proposals = drawn.suggest(query)
            let first = proposals.first.map { clerk.rank(Set(drawn.indexes($0.seats).map(Int.init))) }
            #expect(first == clerk.bestTogether(.avoidable) || clerk.bestTogether(.avoidable) == nil)
        }
    }
}

/// Tries every place for a party.
private struct NaiveClerk {
    /// Smaller is better: orphans, restricted views, squared distance, and less room.
    struct Rank: Equatable {
        var orphans: Int
        var restricted: Int
        var distance: Double
        var room: Int

        static func < (one: Rank, other: Rank) -> Bool {
            (one.orphans, one.restricted, one.distance, -one.room)
                < (other.orphans, other.restricted, other.distance, -other.room)
        }
    }

    let drawn: DrawnHall
    let naive: NaiveRules
    let query: SeatQuery
    /// Of couples' seats with one half gone only where there is nothing else.
    private(set) var suiting: Set<Int> = []
    let hasPairs: Bool

    init(_ drawn: DrawnHall, _ naive: NaiveRules, _ query: SeatQuery) {
        self.drawn = drawn
        self.naive = naive
        self.query = query
        hasPairs = naive.keepsPairs && drawn.hall.seats.contains { !$0.partner.isEmpty }
        let kinds: [SeatKind] = query.kind == .standard ? [.standard, .restrictedView, .couple] : [query.kind]
        let asked = naive.free.filter { index in
            let seat = drawn.hall.seats[index]
            return (query.zoneIDs.isEmpty || query.zoneIDs.contains(seat.zoneID)) && kinds.contains(seat.kind)
        }
        guard naive.keepsPairs else {
            suiting = asked
            return
        }
        let last = asked.filter { index in
            drawn.hall.seats[index].kind != .couple || query.count % 2 == 0 || !naive.free.contains(partner(of: index)!)
        }
        let usual = last.filter { index in
            drawn.hall.seats[index].kind != .couple || naive.free.contains(partner(of: index)!)
        }
        suiting = canSeat(usual) ? usual : last
    }

    private func partner(of index: Int) -> Int? {
        drawn.hall.seats.firstIndex { $0.code == drawn.hall.seats[index].partner }
    }

    func halves(_ party: Set<Int>) -> Int {
        party.count { index in partner(of: index).map { !party.contains($0) } ?? false }
    }

    /// Whether whole pairs and single seats of these can make up the party.
    func canSeat(_ seats: Set<Int>) -> Bool {
        let whole = seats.filter { naive.torn([$0]).isEmpty }.count
        let twos =
            seats.filter { index in
                !naive.torn([index]).isEmpty && seats.contains(partner(of: index)!)
            }.count / 2
        return (0...twos).contains { 2 * $0 <= query.count && query.count - 2 * $0 <= whole }
    }

    func bestTogether(_ rule: OrphanRule) -> Rank? {
        var best: Rank?
        for stretch in naive.stretches() {
            for window in naive.windows(of: query.count, in: stretch)
            where window.isSubset(of: suiting) && naive.judge(window, rule) == .accepted
                && naive.torn(window).isEmpty
            {
                let rank = rank(window)
                if best.map({ rank < $0 }) ?? true { best = rank }
            }
        }
        return best
    }

    func rank(_ party: Set<Int>) -> Rank {
        let places = party.map { index -> MapPoint in
            let seat = drawn.hall.seats[index]
            let offset = drawn.hall.rows.first { $0.index == seat.row }.map { Double($0.offset) } ?? 0
            return MapPoint(x: Double(seat.column) + offset, y: Double(seat.row))
        }.sorted { $0.x < $1.x }
        let focus = HallGeometry(drawn.hall).focalPoint
        let x = (places[0].x + places[places.count - 1].x) / 2 - focus.x
        let y = (places[0].y + places[places.count - 1].y) / 2 - focus.y
        let stretch = naive.stretches().first { !party.isDisjoint(with: $0) } ?? []
        return Rank(
            orphans: naive.orphans(leftBy: party, for: party).count,
            restricted: halves(party)
                + (query.kind == .standard ? party.count { drawn.hall.seats[$0].kind == .restrictedView } : 0),
            distance: ((x * x + y * y) * 1e6).rounded(), room: stretch.count)
    }

    func pieces(_ party: Set<Int>) -> Int {
        party.count { index in
            let seat = drawn.hall.seats[index]
            return naive.cells[[seat.row, seat.column - 1]].map { !party.contains($0) } ?? true
        }
    }

    /// Smaller is better: how unequal two pieces are beyond a fifth, and how many are left alone.
    func splitRank(_ party: Set<Int>) -> [Int] {
        let parts = naive.stretches().map { party.intersection($0).count }.filter { $0 > 0 }
        let play = query.count / 2 / 5
        let uneven = parts.reduce(0) {
            $0 + max(0, $1 - (query.count + 1) / 2 - play, query.count / 2 - play - $1)
        }
        return [uneven, naive.orphans(leftBy: party, for: party).count]
    }

    /// The best of all ways to seat the party as two groups in two stretches.
    func bestOfTwo() -> [Int] {
        let stretches = naive.stretches()
        var best = [Int.max, Int.max]
        for (place, one) in stretches.enumerated() {
            for other in stretches[(place + 1)...] {
                for size in 1..<query.count where size <= one.count && query.count - size <= other.count {
                    for first in naive.windows(of: size, in: one) {
                        for second in naive.windows(of: query.count - size, in: other) {
                            let rank = splitRank(first.union(second))
                            if rank.lexicographicallyPrecedes(best) { best = rank }
                        }
                    }
                }
            }
        }
        return best
    }

    /// Without pairs: the largest stretches of suiting seats first.
    var fewestPieces: Int {
        let sizes = suiting.reduce(into: [Int]()) { sizes, index in
            let seat = drawn.hall.seats[index]
            guard naive.cells[[seat.row, seat.column - 1]].map({ !suiting.contains($0) }) ?? true else { return }
            var column = seat.column
            while let next = naive.cells[[seat.row, column + 1]], suiting.contains(next) { column += 1 }
            sizes.append(column - seat.column + 1)
        }
        var left = query.count
        var pieces = 0
        for size in sizes.sorted(by: >) where left > 0 {
            left -= size
            pieces += 1
        }
        return pieces
    }
}

extension DrawnHall {
    func suggest(
        _ query: SeatQuery, _ rule: OrphanRule = .avoidable, prices: [SeatAmount?] = [], pairs: Bool = true
    ) -> [SeatSuggestion] {
        SeatSuggester(
            hall: revision, policy: Policy(maxSeatsPerLock: 50, orphanRule: rule, keepPairsTogether: pairs),
            prices: prices, states: states, query: query
        ).proposals()
    }
}

extension SeatSuggestion {
    func term(_ name: String) -> Double? { terms.first { $0.name == name }?.value }
}

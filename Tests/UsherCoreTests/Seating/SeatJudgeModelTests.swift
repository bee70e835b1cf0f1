import Testing

@testable import UsherCore

@Suite("The orphan rule against its words")
struct SeatJudgeModelTests {
    @Test(
        "in every row of up to ten seats, however it is sold, every choice is judged as the words say, a repair is accepted, and some choice of each size is",
        arguments: [OrphanRule.avoidable, .strict])
    func exhaustive(rule: OrphanRule) {
        for length in 1...10 {
            for sold in 0..<(1 << length) {
                let drawn = DrawnHall([String((0..<length).map { sold & (1 << $0) == 0 ? "." : "x" })])
                let naive = NaiveRules(drawn)
                let judge = drawn.judge(rule)
                let free = (0..<length).filter { sold & (1 << $0) == 0 }
                var accepted: Set<Int> = []
                for choice in 1..<max(1, 1 << free.count) {
                    let party = free.indices.filter { choice & (1 << $0) != 0 }.map { free[$0] }
                    let seats = party.map(Int32.init)
                    let fault = judge.fault(of: seats)
                    // Comparing each choice would take a minute; one in many, and all of short rows.
                    if length <= 6 || choice % 61 == 0 {
                        #expect(NaiveRules.Verdict(fault) == naive.judge(Set(party), rule), "\(drawn.states) \(party)")
                    }
                    guard let fault else {
                        accepted.insert(party.count)
                        continue
                    }
                    if length > 7, choice % 17 != 0 { continue }
                    let repair = judge.repair(of: seats, fault) ?? []
                    let isGood = repair.count == party.count && judge.fault(of: repair) == nil
                    if !isGood { Issue.record("\(drawn.states) \(party): \(repair)") }
                }
                #expect(accepted.count == free.count, "a size without a choice: \(drawn.states), \(accepted)")
            }
        }
    }

    @Test(
        "in rooms with aisles, zones, kinds and pairs every choice is judged as the words say, and repairs are accepted",
        arguments: 0..<30, [true, false])
    func rooms(seed: UInt64, pairs: Bool) {
        var generator = SeededGenerator(seed: seed)
        let drawn = DrawnHall.random(using: &generator, rows: 3, columns: 11)
        let other = drawn.disguised(using: &generator)
        let naive = NaiveRules(drawn, pairs: pairs)
        let free = naive.free.sorted()
        guard !free.isEmpty else { return }
        for _ in 0..<40 {
            let size = Int.random(in: 1...min(6, free.count), using: &generator)
            // Near each other, as people choose, or anywhere.
            let start = Int.random(in: 0...(free.count - size), using: &generator)
            let near = Array(free[start...].prefix(size + Int.random(in: 0...2, using: &generator)))
            let pool = Bool.random(using: &generator) ? near : free
            let party = Set(pool.shuffled(using: &generator).prefix(size))
            let seats = party.map(Int32.init)
            for rule in OrphanRule.allCases {
                let judge = drawn.judge(rule, pairs: pairs)
                let fault = judge.fault(of: seats)
                #expect(NaiveRules.Verdict(fault) == naive.judge(party, rule), "\(rule) \(drawn.codes(seats))")

                let same = other.judge(rule, pairs: pairs)
                let renamed = other.indexes(drawn.codes(seats))
                let otherFault = same.fault(of: renamed)
                #expect(Self.codes(otherFault, other) == Self.codes(fault, drawn))

                guard let fault else { continue }
                let repair = judge.repair(of: seats, fault)
                if case .orphans = fault { #expect(repair != nil) }
                if let repair {
                    #expect(repair.count == seats.count && Set(repair).count == seats.count)
                    #expect(judge.fault(of: repair) == nil)
                    #expect(
                        otherFault.flatMap { same.repair(of: renamed, $0) }.map { other.codes($0) }
                            == drawn.codes(repair))
                }
            }
        }
    }

    @Test("what AVOIDABLE refuses, STRICT refuses, wherever the party sits", arguments: 0..<40)
    func stricter(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 300)
        let drawn = DrawnHall.random(using: &generator, rows: 4, columns: 9)
        let free = NaiveRules(drawn).free.sorted()
        for size in 1...max(1, min(7, free.count)) where size <= free.count {
            for _ in 0..<20 {
                let seats = free.shuffled(using: &generator).prefix(size).map(Int32.init)
                if case .orphans(let alone)? = drawn.judge(.avoidable).fault(of: seats) {
                    guard case .orphans(let more)? = drawn.judge(.strict).fault(of: seats) else {
                        Issue.record("\(drawn.codes(seats))")
                        continue
                    }
                    #expect(Set(more).isSuperset(of: alone))
                }
            }
        }
    }

    @Test(
        "a repair leaves nobody alone whenever the party could be shared out so among its own stretches",
        arguments: 0..<30)
    func sharing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 600)
        let rows = (0..<3).map { _ in
            String((0..<9).map { _ in Int.random(in: 0..<100, using: &generator) < 30 ? "x" : "." as Character })
        }
        let drawn = DrawnHall(rows)
        let naive = NaiveRules(drawn)
        let free = naive.free.sorted()
        for _ in 0..<40 {
            let party = Set(free.shuffled(using: &generator).prefix(Int.random(in: 2...5, using: &generator)))
            let seats = party.map(Int32.init)
            for rule in [OrphanRule.avoidable, .strict] {
                let judge = drawn.judge(rule)
                guard let fault = judge.fault(of: seats), let repair = judge.repair(of: seats, fault) else { continue }
                let left = naive.orphans(leftBy: Set(repair.map(Int.init)), for: party)
                guard !left.isEmpty else { continue }
                let own = naive.stretches().filter { !party.isDisjoint(with: $0) }.flatMap { $0 }
                let clean = Self.choices(of: party.count, among: own).first {
                    naive.orphans(leftBy: $0, for: $0).isEmpty
                }
                #expect(clean == nil, "\(rule) \(rows) \(drawn.codes(seats)): \(drawn.codes(repair))")
            }
        }
    }

    private static func choices(of size: Int, among seats: [Int]) -> [Set<Int>] {
        guard size > 0 else { return [[]] }
        return seats.indices.flatMap { place in
            choices(of: size - 1, among: Array(seats[(place + 1)...])).map { $0.union([seats[place]]) }
        }
    }

    private static func codes(_ fault: SeatFault?, _ drawn: DrawnHall) -> [String] {
        switch fault {
        case nil: []
        case .splitPair(let seats): ["pair"] + drawn.codes(seats)
        case .orphans(let seats): ["orphan"] + drawn.codes(seats)
        }
    }
}

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
        arguments: 0..<40)
    func rooms(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let drawn = DrawnHall.random(using: &generator, rows: 3, columns: 11)
        let other = drawn.disguised(using: &generator)
        let naive = NaiveRules(drawn)
        let free = naive.free.sorted()
        guard !free.isEmpty else { return }
        for _ in 0..<60 {
            let size = Int.random(in: 1...min(6, free.count), using: &generator)
            // Near each other, as people choose, or anywhere.
            let start = Int.random(in: 0...(free.count - size), using: &generator)
            let near = Array(free[start...].prefix(size + Int.random(in: 0...2, using: &generator)))
            let pool = Bool.random(using: &generator) ? near : free
            let party = Set(pool.shuffled(using: &generator).prefix(size))
            let seats = party.map(Int32.init)
            for rule in OrphanRule.allCases {
                let judge = drawn.judge(rule)
                let fault = judge.fault(of: seats)
                #expect(NaiveRules.Verdict(fault) == naive.judge(party, rule), "\(rule) \(drawn.codes(seats))")

                let same = other.judge(rule)
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

    private static func codes(_ fault: SeatFault?, _ drawn: DrawnHall) -> [String] {
        switch fault {
        case nil: []
        case .splitPair(let seats): ["pair"] + drawn.codes(seats)
        case .orphans(let seats): ["orphan"] + drawn.codes(seats)
        }
    }
}

import Testing

@testable import UsherCore

@Suite("Repairs against every choice that there is")
struct SeatRepairModelTests {
    @Test(
        "a refusal carries a repair whenever some choice of that size is accepted: as large, of the party's own zones and kinds if it can be, and accepted",
        arguments: 0..<40, [true, false])
    func small(seed: UInt64, pairs: Bool) {
        var generator = SeededGenerator(seed: seed &+ 4_000)
        let drawn = DrawnHall.random(using: &generator, rows: 2, columns: 7)
        let naive = NaiveRules(drawn, pairs: pairs)
        let free = naive.free.sorted()
        for size in 1...4 where size <= free.count {
            let choices = Self.choices(of: size, among: free)
            for rule in OrphanRule.allCases {
                for sameRow in [false, true] {
                    var check = Check(drawn, naive, rule, sameRow: sameRow)
                    check.accepted = choices.filter(check.isAccepted)
                    for _ in 0..<25 {
                        guard let party = choices.randomElement(using: &generator), check.mayBeAsked(party) else {
                            continue
                        }
                        check.repair(of: party)
                    }
                }
            }
        }
    }

    static func choices(of size: Int, among seats: [Int]) -> [[Int]] {
        guard size > 0 else { return [[]] }
        return seats.indices.flatMap { place in
            choices(of: size - 1, among: Array(seats[(place + 1)...])).map { [seats[place]] + $0 }
        }
    }
}

private struct Check {
    let drawn: DrawnHall
    let naive: NaiveRules
    let rule: OrphanRule
    let sameRow: Bool
    let judge: SeatJudge
    var accepted: [[Int]] = []

    init(_ drawn: DrawnHall, _ naive: NaiveRules, _ rule: OrphanRule, sameRow: Bool) {
        self.drawn = drawn
        self.naive = naive
        self.rule = rule
        self.sameRow = sameRow
        let policy = Policy(
            maxSeatsPerLock: 50, sameRowOnly: sameRow, orphanRule: rule, keepPairsTogether: naive.keepsPairs)
        judge = SeatJudge(hall: drawn.revision, policy: policy, states: drawn.states)
    }

    func mayBeAsked(_ party: [Int]) -> Bool {
        !sameRow || Set(party.map { drawn.hall.seats[$0].row }).count == 1
    }

    func isAccepted(_ party: [Int]) -> Bool {
        mayBeAsked(party) && judge.fault(of: party.map(Int32.init)) == nil
    }

    func repair(of party: [Int]) {
        guard let fault = judge.fault(of: party.map(Int32.init)) else { return }
        let repair = judge.repair(of: party.map(Int32.init), fault)?.map(Int.init)
        let told = "\(rule) \(sameRow) \(codes(party)): \(repair.map(codes) ?? [])"
        let others = accepted.filter { places($0) == places(party) }
        if !fault.isSplitPair { #expect(repair != nil, "\(told)") }
        guard let repair else {
            #expect(others.isEmpty, "\(told) \(others.first.map(codes) ?? [])")
            return
        }
        #expect(Set(repair).count == party.count, "\(told)")
        #expect(mayBeAsked(repair), "\(told)")
        #expect(places(repair) == places(party), "\(told)")
        #expect(naive.judge(Set(repair), rule) == .accepted, "\(told)")
        let isOwn = isLike(repair, party)
        #expect(isOwn || !others.contains { isLike($0, party) }, "\(told)")
    }

    private func codes(_ party: [Int]) -> [String] { drawn.codes(party.map(Int32.init)) }

    /// How many places for wheelchairs and for companions.
    private func places(_ party: [Int]) -> [Int] {
        [.wheelchair, .companion].map { kind in party.count { drawn.hall.seats[$0].kind == kind } }
    }

    /// Whether one party has seats of the other's zones and kinds alone.
    private func isLike(_ one: [Int], _ other: [Int]) -> Bool {
        let (ones, others) = (one.map { drawn.hall.seats[$0] }, other.map { drawn.hall.seats[$0] })
        return Set(others.map(\.zoneID)).isSuperset(of: ones.map(\.zoneID))
            && Set(others.map(\.kind)).isSuperset(of: ones.map(\.kind))
    }
}

import Testing

@testable import UsherCore

@Suite("The orphan rule and pairs")
struct SeatJudgeTests {
    @Test("a single seat left at either end of a stretch, or in a hole, is named")
    func named() {
        let row = DrawnHall(["x......x"])
        #expect(row.orphans(["0-2", "0-3"]) == ["0-1"])
        #expect(row.orphans(["0-1", "0-2", "0-3", "0-4", "0-5"]) == nil)
        #expect(row.orphans(["0-4", "0-5"]) == ["0-6"])
        #expect(row.orphans(["0-1", "0-3"]) == ["0-2"])
        #expect(row.orphans(["0-1", "0-2"]) == nil)
        #expect(row.orphans(["0-2", "0-5"]) == ["0-1", "0-6"])
    }

    @Test("five of six leave a seat alone wherever they sit: accepted")
    func unavoidable() {
        let row = DrawnHall(["x......x"])
        #expect(row.orphans(["0-1", "0-2", "0-3", "0-4", "0-5"]) == nil)
        #expect(row.orphans(["0-2", "0-3", "0-4", "0-5", "0-6"]) == nil)
        // Apart they would leave as many alone, but STRICT and AVOIDABLE ask only whether it could be avoided.
        #expect(row.orphans(["0-1", "0-2", "0-3", "0-5", "0-6"]) == nil)
    }

    @Test("STRICT sends a party elsewhere that AVOIDABLE lets sit")
    func strict() {
        let room = DrawnHall(["x..x....", "xx......"])
        #expect(room.orphans(["0-1"]) == nil)
        #expect(room.orphans(["0-1"], .strict) == ["0-2"])
        #expect(room.orphans(["0-1"], .off) == nil)
        let zones = DrawnHall(["x..x....", "xx......"], zones: ["aaaabbbb", "bbbbbbbb"])
        #expect(zones.orphans(["0-1"], .strict) == nil)
    }

    @Test("a party in two stretches: AVOIDABLE judges each part, STRICT the whole party and then each part")
    func spread() {
        let room = DrawnHall(["..x....x", "xxx....x"])
        // One of two, and two of four with a hole at the end.
        #expect(room.orphans(["0-0", "0-3", "0-4"]) == nil)
        #expect(room.orphans(["0-0", "0-4", "0-5"]) == ["0-3", "0-6"])
        // Three together would leave one alone everywhere; four would not. What AVOIDABLE refuses, STRICT does.
        #expect(room.orphans(["0-0", "0-3", "0-4"], .strict) == nil)
        #expect(room.orphans(["0-0", "0-4", "0-5"], .strict) == ["0-3", "0-6"])
        #expect(room.orphans(["0-0", "0-4", "0-5", "1-3"], .strict) == ["0-1", "0-3", "0-6"])
    }

    @Test("an orphan from before does not count against a request")
    func before() {
        let row = DrawnHall(["x.x....x"])
        #expect(row.orphans(["0-3", "0-4"]) == nil)
        #expect(row.orphans(["0-1"]) == nil)
    }

    @Test(
        "a seat of another zone or kind is a neighbour and never counted; so are places for wheelchairs and companions")
    func others() {
        let zones = DrawnHall(["......"], zones: ["aabbbb"])
        // 0-1 has its neighbour in the other zone, taken: it is of another zone than the party.
        #expect(zones.orphans(["0-0"]) == nil)
        #expect(zones.orphans(["0-2", "0-3"]) == nil)
        #expect(DrawnHall(["r....."]).orphans(["0-1", "0-2"]) == nil)
        let places = DrawnHall([".w..c.x"])
        #expect(places.orphans(["0-2", "0-3"]) == nil)
        #expect(places.orphans(["0-0"]) == nil)
    }

    @Test(
        "a blocked, a locked and a sold seat end a stretch; so do a gap and an aisle", arguments: ["#", "l", "x", "_"])
    func ends(cell: String) {
        let row = DrawnHall(["..." + cell + "...."])
        #expect(row.orphans(["0-0", "0-1"]) == nil)
        #expect(row.orphans(["0-5", "0-6"]) == ["0-4", "0-7"])
        #expect(row.orphans(["0-1"]) == ["0-0", "0-2"])
    }

    @Test("half a pair alone is refused, unless its other half is not available")
    func pairs() {
        let row = DrawnHall(["()()[)"])
        let judge = row.judge()
        #expect(judge.fault(of: row.indexes(["0-1"])) == .splitPair(row.indexes(["0-1"])))
        #expect(judge.fault(of: row.indexes(["0-1", "0-2"])) == .splitPair(row.indexes(["0-1", "0-2"])))
        #expect(judge.fault(of: row.indexes(["0-0", "0-1"])) == nil)
        #expect(judge.fault(of: row.indexes(["0-5"])) == nil)
        #expect(row.judge(.off, pairs: false).fault(of: row.indexes(["0-1"])) == nil)
        // Both halves would do; nobody sits between two couples.
        #expect(
            judge.repair(of: row.indexes(["0-1", "0-2"]), .splitPair([])).map { row.codes($0) } == ["0-0", "0-1"])
    }

    @Test("no alternative tears a pair: what would leave one alone otherwise is accepted")
    func pairAlternatives() {
        // Three to the right of 0-2, or from 0-1 on, would leave nobody alone, and tear a pair.
        let row = DrawnHall(["x..()()x"])
        #expect(row.orphans(["0-2", "0-3", "0-4"]) == nil)
        #expect(row.orphans(["0-2"]) == ["0-1"])
        let pair = DrawnHall(["x.()x"])
        #expect(pair.orphans(["0-2", "0-3"]) == nil)
        #expect(DrawnHall(["x...x"]).orphans(["0-2", "0-3"]) == nil)
    }

    @Test("whoever needs a place for a wheelchair is not sent to seats without one")
    func wheelchairs() {
        // The chair's place with the seat beside it leaves one alone; two ordinary seats would not.
        let row = DrawnHall(["xw..x....."])
        #expect(row.orphans(["0-1", "0-2"]) == nil)
        #expect(row.orphans(["0-2"]) == ["0-3"])
    }

    @Test("a repair is the nearest choice that would do")
    func repair() {
        let row = DrawnHall(["x..........x"])
        func repaired(_ codes: [String]) -> [String]? {
            let seats = row.indexes(codes)
            return row.judge().fault(of: seats).flatMap { row.judge().repair(of: seats, $0) }.map { row.codes($0) }
        }
        #expect(repaired(["0-2", "0-3"]) == ["0-1", "0-2"])
        #expect(repaired(["0-8", "0-9"]) == ["0-7", "0-8"])
        #expect(repaired(["0-1", "0-9"]) == ["0-5", "0-6"] || repaired(["0-1", "0-9"]) == ["0-4", "0-5"])
        #expect(repaired(["0-4", "0-6"]) == ["0-4", "0-5"] || repaired(["0-4", "0-6"]) == ["0-5", "0-6"])
    }

    @Test("a repair moves only the parts that must move")
    func repairParts() {
        let room = DrawnHall(["x....x", "......"])
        let seats = room.indexes(["0-2", "0-3", "1-0"])
        let judge = room.judge()
        let fault = judge.fault(of: seats)
        #expect(fault == .orphans(room.indexes(["0-1", "0-4"])))
        #expect(fault.flatMap { judge.repair(of: seats, $0) }.map { room.codes($0) } == ["0-1", "0-2", "1-0"])
    }

    @Test("a repair leaves nobody alone where the party can be shared out so, even if that could not be asked for")
    func repairShares() {
        func repaired(_ room: DrawnHall, _ codes: [String], _ rule: OrphanRule = .avoidable) -> [String]? {
            let seats = room.indexes(codes)
            return room.judge(rule).fault(of: seats).flatMap { room.judge(rule).repair(of: seats, $0) }
                .map { room.codes($0) }
        }
        // Where 0-0 is taken alone, 0-1 is left, and nothing can be done about it within that stretch.
        let room = DrawnHall(["..x....x"])
        for rule in [OrphanRule.avoidable, .strict] {
            #expect(repaired(room, ["0-0", "0-4", "0-5"], rule) == ["0-0", "0-1", "0-3"])
        }
        // Two of three leave one; the row behind takes both.
        let rows = DrawnHall(["...x....", "xx....xx"])
        #expect(repaired(rows, ["0-0", "0-1", "0-5"])?.count == 3)
        #expect(repaired(rows, ["0-0", "0-1", "0-5"]).map { NaiveRules(rows).left(by: $0, in: rows) } == [])
        // Nobody is sent across the hall for it.
        let far = DrawnHall(["..x....x"] + Array(repeating: "xxxxxxxx", count: 40) + ["....x..."])
        #expect(repaired(far, ["0-0", "0-4", "0-5"])?.allSatisfy { $0.hasPrefix("0-") } ?? false)
        // Whoever needs a place for a wheelchair keeps it.
        let chair = DrawnHall(["w.x....x"])
        #expect(repaired(chair, ["0-0", "0-4", "0-5"]) == ["0-0", "0-3", "0-4"])
    }

    @Test("a party that fills half a hall is repaired part by part")
    func repairOfMany() {
        let room = DrawnHall(Array(repeating: "....x..x", count: 40))
        let seats = room.indexes((0..<40).flatMap { ["\($0)-1", "\($0)-2", "\($0)-5"] })
        let judge = room.judge()
        guard let fault = judge.fault(of: seats) else { return #expect(Bool(false), "nobody is alone") }
        let repair = judge.repair(of: seats, fault) ?? []
        #expect(repair.count == 120 && judge.fault(of: repair) == nil)
    }

    @Test("a repair within one row, where the show wants one, stays in it")
    func repairInRow() {
        let room = DrawnHall(["...x....", "...x....", "....x..."])
        let policy = Policy(sameRowOnly: true)
        let judge = SeatJudge(hall: room.revision, policy: policy, states: room.states)
        let seats = room.indexes(["1-0", "1-1", "1-5"])
        let repair = judge.fault(of: seats).flatMap { judge.repair(of: seats, $0) }.map { room.codes($0) } ?? []
        #expect(repair.count == 3 && repair.allSatisfy { $0.hasPrefix("1-") })
        #expect(NaiveRules(room).left(by: repair, in: room) == [])
    }

    @Test(
        "a change is judged as the lock it becomes: its own seats are free beforehand, and what it left alone counts anew"
    )
    func change() {
        func fault(_ row: String, holding had: [String], _ wanted: [String]) -> SeatFault? {
            var drawn = DrawnHall([row])
            let own = drawn.indexes(had)
            drawn.set(.locked, own)
            let judge = SeatJudge(hall: drawn.revision, policy: Policy(), states: drawn.states, own: own)
            let fault = judge.fault(of: drawn.indexes(wanted))
            // As a release and a lock anew.
            drawn.set(.available, own)
            #expect(fault == drawn.judge().fault(of: drawn.indexes(wanted)))
            if let fault {
                let repair = judge.repair(of: drawn.indexes(wanted), fault)
                #expect(repair?.count == wanted.count)
                #expect(repair.flatMap(judge.fault) == nil)
            }
            return fault
        }
        #expect(fault("x.....x", holding: ["0-1", "0-2"], ["0-2", "0-3"]) == .orphans([1]))
        #expect(fault("x.....x", holding: ["0-1", "0-2"], ["0-4", "0-5"]) == nil)
        #expect(fault("x.....x", holding: ["0-1", "0-2"], ["0-1", "0-2", "0-3"]) == nil)
        // Nobody leaves a seat alone in two steps that may not be left alone in one.
        #expect(fault(".....", holding: ["0-1", "0-2", "0-3", "0-4"], ["0-1", "0-2"]) == .orphans([0]))
        #expect(fault("......", holding: ["0-2", "0-3"], ["0-2", "0-3", "0-4"]) == .orphans([5]))
        // One of two leaves the other alone, whichever it is.
        #expect(fault("..", holding: ["0-0"], ["0-1"]) == nil)
        #expect(fault("x.....x", holding: ["0-2", "0-3"], ["0-2", "0-3"]) == .orphans([1]))
    }
}

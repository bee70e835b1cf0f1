import Testing

@testable import UsherCore

@Suite("The best seats for a party")
struct SeatSuggesterTests {
    private func first(_ room: DrawnHall, _ count: Int, _ rule: OrphanRule = .avoidable) -> [String]? {
        room.suggest(SeatQuery(count: count), rule).first?.seats
    }

    @Test("an empty hall: the middle of the row that is two thirds back, and each suggestion is another choice")
    func empty() {
        let room = DrawnHall(Array(repeating: "..........", count: 10))
        let proposals = room.suggest(SeatQuery(count: 2))
        #expect(proposals.first?.seats == ["6-4", "6-5"])
        #expect(proposals.count == 5)
        #expect(Set(proposals.flatMap(\.seats)).count == 10)
        #expect(proposals[0].score == 0)
        #expect(
            proposals.allSatisfy {
                $0.terms.map(\.name) == [
                    "pieces", "balance", "orphans", "restricted", "halves", "spread", "center", "depth",
                ]
            })
        #expect(proposals.allSatisfy { $0.pieces == 1 })
    }

    @Test("the focal point and the row's middle come from the whole hall, not from what is left of it")
    func wholeRow() {
        #expect(first(DrawnHall(["xxxxxx......"]), 2) == ["0-6", "0-7"])
        let named = DrawnHall(["............", "............"], focalPoint: FocalPoint(row: 0, column: 10))
        #expect(first(named, 2) == ["0-10", "0-11"] || first(named, 2) == ["0-9", "0-10"] || first(named, 3) != nil)
        #expect(first(named, 1) == ["0-11"] || first(named, 1) == ["0-9"] || first(named, 1) == ["0-8"])
    }

    @Test("places as far to either side of the middle are equals, and of equals the longer stretch comes first")
    func equals() {
        let runs = DrawnHall(["......", "......"], offsets: [0.1, 0.4]).revision.runs
        for step in 1...200 {
            let (x, y) = (Double(step) * 0.1, Double(step) * 0.07)
            let scores = [(x, y), (-x, y), (x, -y), (-x, -y)].map { x, y in
                SeatScore(middle: MapPoint(x: runs.focus.x + x, y: runs.focus.y + y), runs).total
            }
            #expect(Set(scores).count == 1, "\(x), \(y)")
        }
        for (line, expected) in [("xxx..xxxx....x", ["0-9", "0-10"]), ("x....xxxx..xxx", ["0-3", "0-4"])] {
            #expect(first(DrawnHall([line]), 2) == expected)
        }
    }

    @Test("one buyer, the last two seats of a row free: seated, and marked as the last resort")
    func lastTwo() {
        let room = DrawnHall(["xxxx..xxxx"])
        let proposals = room.suggest(SeatQuery(count: 1))
        #expect(proposals.first?.seats.count == 1)
        #expect((proposals.first?.term("orphans") ?? 0) < 0)
        #expect(room.orphans(proposals[0].seats) == nil)
        // With another choice, even far away, it is not taken.
        let choice = DrawnHall(["xxxx..xxxx", "..xxxxxxxx", "xxxxxxxxx."])
        #expect(first(choice, 1) == ["2-9"])
    }

    @Test(
        "parties of one to three, then two who sit beside them in the middle of a row: no hole between them",
        arguments: 1...3, [OrphanRule.avoidable, .strict])
    func stranger(party: Int, rule: OrphanRule) {
        for start in 0...(12 - party) {
            var room = DrawnHall(["............"])
            room.set(.sold, Int32(start)..<Int32(start + party))
            let seats = room.suggest(SeatQuery(count: 2), rule).first!.seats
            let before = Set(NaiveRules(room).stretches().filter { $0.count == 1 })
            room.set(.sold, room.indexes(seats))
            #expect(
                Set(NaiveRules(room).stretches().filter { $0.count == 1 }).subtracting(before).isEmpty,
                "\(start) \(seats)")
        }
    }

    @Test("a party of nine in a row of ten is kept together")
    func nineOfTen() {
        let proposals = DrawnHall(["..........", "xx...xx..."]).suggest(SeatQuery(count: 9))
        #expect(proposals.first?.pieces == 1)
        #expect(proposals.first?.seats.allSatisfy { $0.hasPrefix("0-") } ?? false)
    }

    @Test("four and four across a price border: seats of another price do not break a stretch, a blocked one does")
    func priceBorder() {
        let zones = ["aaaaaaabbbbbbb"]
        let room = DrawnHall([".............."], zones: zones)
        // Across the border after the seventh: nobody is alone.
        #expect(room.orphans(["0-3", "0-4", "0-5", "0-6"]) == nil)
        #expect(room.orphans(["0-2", "0-3", "0-4", "0-5"]) == nil)
        #expect(room.suggest(SeatQuery(count: 8)).first?.pieces == 1)
        var blocked = room
        blocked.set(.blocked, [7])
        #expect(blocked.orphans(["0-2", "0-3", "0-4", "0-5"]) == ["0-6"])
        #expect(blocked.suggest(SeatQuery(count: 8)).first?.pieces == 2)
    }

    @Test("six without a stretch of six: three and three, near each other, never six singles")
    func six() {
        let room = DrawnHall(["..x..x..x..x", "xx...x...xxx", "x.x.x.x.x.x.", "...xxxxxx..."])
        let best = room.suggest(SeatQuery(count: 6)).first!
        #expect(best.pieces == 2)
        // Diagonally behind each other is nearer than across a stranger and a row of two.
        #expect(best.seats == ["1-2", "1-3", "1-4", "3-0", "3-1", "3-2"])
        let beside = DrawnHall(["...x...", "xxxxxxx", "xxxxxxx", "xxxxxxx", "xxxxxxx", "xxxxxxx", "x...xxx"])
        #expect(beside.suggest(SeatQuery(count: 6)).first?.seats.allSatisfy { $0.hasPrefix("0-") } ?? false)
        #expect(DrawnHall([".....x....."]).suggest(SeatQuery(count: 6)).first?.pieces == 2)
        let five = DrawnHall([".....x....."]).suggest(SeatQuery(count: 6)).first!.seats
        #expect(five.count { Int($0.dropFirst(2))! < 5 } == 3)
    }

    @Test(
        "of splits into as many pieces, one that leaves nobody alone, though another would be nearer",
        arguments: [OrphanRule.off, .avoidable, .strict])
    func cleanSplit(_ rule: OrphanRule) {
        #expect(first(DrawnHall(["...", ".._.."]), 4, rule) == ["1-0", "1-1", "1-3", "1-4"])
        let far = Array(repeating: "xxxxxxxxx", count: 6)
        #expect(first(DrawnHall(["..xxxx..x"] + far + ["x....xxxx"]), 5, rule)?.count == 5)
        #expect(first(DrawnHall(["..xxxx..."] + far + ["...x..xxx"]), 4, rule) == ["0-0", "0-1", "7-4", "7-5"])
    }

    @Test("six of two stretches of four are three and three though each leaves one; the score says what it is for")
    func balance() {
        let best = DrawnHall(["....x...."]).suggest(SeatQuery(count: 6)).first!
        #expect(best.seats.count { Int($0.dropFirst(2))! < 4 } == 3)
        #expect(best.term("balance") == 0)
        #expect(best.term("orphans") == -2e6)
        // Four and two leave nobody alone, and are a worse split than any that is even.
        let uneven = DrawnHall(["....xx.."]).suggest(SeatQuery(count: 6)).first!
        #expect(uneven.term("balance") == -4e8)
        #expect(uneven.term("orphans") == 0)
        #expect(uneven.score < best.score)
    }

    @Test("in pieces of five and more one person more or less is no matter, and leaves room to leave nobody alone")
    func nearlyEven() {
        let best = DrawnHall(["......x......"]).suggest(SeatQuery(count: 10)).first!
        #expect(best.pieces == 2)
        #expect(best.term("orphans") == 0 && best.term("balance") == 0)
        #expect([4, 6].contains(best.seats.count { Int($0.dropFirst(2))! < 6 }))
        // Five and five where that leaves nobody alone.
        let even = DrawnHall([".......x......."]).suggest(SeatQuery(count: 10)).first!
        #expect(even.seats.count { Int($0.dropFirst(2))! < 7 } == 5)
    }

    @Test("the most even split is found though the nearest stretch would make a worse one")
    func evenBeforeNear() {
        // Five and three, not six and two.
        let best = DrawnHall([".......x..x...", "xxxxxxxxxxxxxx"]).suggest(SeatQuery(count: 8)).first!
        #expect(best.seats.count { Int($0.dropFirst(2))! < 7 } == 5)
        #expect(best.seats.suffix(3) == ["0-11", "0-12", "0-13"])
    }

    @Test("a space beside a wheelchair place does not hide a single")
    func wheelchairSpace() {
        let room = DrawnHall(["w_...x"])
        #expect(room.orphans(["0-3", "0-4"]) == ["0-2"] || room.orphans(["0-3"]) == ["0-2", "0-4"])
        #expect(first(room, 2) != ["0-3", "0-4"] || room.orphans(["0-3", "0-4"]) == nil)
        #expect(room.orphans(["0-3"]) == ["0-2", "0-4"])
    }

    @Test("a companion seat in another zone stays selectable")
    func companion() {
        let room = DrawnHall(["..wc.."], zones: ["aaabaa"])
        #expect(room.judge().fault(of: room.indexes(["0-3"])) == nil)
        #expect(room.judge().fault(of: room.indexes(["0-2", "0-3"])) == nil)
        #expect(room.suggest(SeatQuery(count: 1, kind: .companion)).first?.seats == ["0-3"])
        #expect(room.suggest(SeatQuery(count: 1, zoneIDs: ["b"], kind: .companion)).first?.seats == ["0-3"])
    }

    @Test("never a place for a wheelchair or a companion for who did not ask; nothing else for who did")
    func wheelchair() {
        let room = DrawnHall(["xxwwc.xx"])
        #expect(first(room, 1) == ["0-5"])
        #expect(room.suggest(SeatQuery(count: 2)).isEmpty)
        #expect(room.suggest(SeatQuery(count: 2, kind: .wheelchair)).first?.seats == ["0-2", "0-3"])
        #expect(room.suggest(SeatQuery(count: 3, kind: .wheelchair)).isEmpty)
    }

    @Test("couples' seats only for even parties that fill them")
    func couples() {
        let room = DrawnHall(["()()()", "....xx"], focalPoint: FocalPoint(row: 0, column: 2.5))
        #expect(first(room, 1)?.allSatisfy { $0.hasPrefix("1-") } ?? false)
        #expect(first(room, 2) == ["0-2", "0-3"])
        #expect(first(room, 3)?.allSatisfy { $0.hasPrefix("1-") } ?? false)
        #expect(first(room, 4) == ["0-0", "0-1", "0-2", "0-3"] || first(room, 4) == ["0-2", "0-3", "0-4", "0-5"])
        #expect(DrawnHall(["()x()x()"]).suggest(SeatQuery(count: 6)).first?.pieces == 3)
        #expect(DrawnHall(["()()x()x()"]).suggest(SeatQuery(count: 6)).first?.pieces == 2)
    }

    @Test("half a couple's seat only for whom there is nothing else; half of two plain seats last among equals")
    func halves() {
        #expect(first(DrawnHall(["[)x"]), 1) == ["0-1"])
        #expect(first(DrawnHall(["[)x"] + Array(repeating: "xxx", count: 9) + ["xx."]), 1) == ["10-2"])
        #expect(first(DrawnHall(["[).x.."]), 3) == ["0-2", "0-4", "0-5"])
        #expect(first(DrawnHall(["[)..xx"]), 3) == ["0-1", "0-2", "0-3"])
        #expect(first(DrawnHall(["{>x"]), 1) == ["0-0"])
        let plain = DrawnHall(["{>", "xx", "xx", "x."], focalPoint: FocalPoint(row: 0, column: 0))
        #expect(first(plain, 1) == ["3-1"])
        #expect(plain.suggest(SeatQuery(count: 1)).last?.term("halves") ?? 0 < 0)
        // Together is better than without it.
        #expect(first(DrawnHall(["{>x", "{.."]), 1) == ["1-2"])
        #expect(first(DrawnHall(["<}.x", "xx.x"]), 2) == ["0-1", "0-2"])
    }

    @Test("an odd party beside pairs: two plain seats that are sold together are seats like any, a sofa is not")
    func odd() {
        #expect(first(DrawnHall(["{}."]), 3) == ["0-0", "0-1", "0-2"])
        #expect(first(DrawnHall(["{}{}"]), 3) == nil)
        #expect(first(DrawnHall(["x.{}x"]), 1) == ["0-1"])
        #expect(first(DrawnHall(["{}x.x{}"]), 5)?.count == 5)
        #expect(first(DrawnHall(["()."]), 3) == nil)
        // Whole pairs with a stranger's seat between them: no group could be made of any piece of it.
        #expect(first(DrawnHall(["().()"]), 4) == ["0-0", "0-1", "0-3", "0-4"])
        #expect(first(DrawnHall(["{}.{}"]), 4) == ["0-0", "0-1", "0-3", "0-4"])
    }

    @Test("where pairs are not kept together they are seats like any, and half of one is last among equals")
    func pairsOff() {
        func first(_ room: DrawnHall, _ count: Int) -> [String]? {
            room.suggest(SeatQuery(count: count), pairs: false).first?.seats
        }
        #expect(first(DrawnHall(["()x"]), 1)?.count == 1)
        #expect(first(DrawnHall(["()()"]), 3)?.count == 3)
        #expect(first(DrawnHall(["()."]), 3) == ["0-0", "0-1", "0-2"])
        let room = DrawnHall(["()()", "...."], focalPoint: FocalPoint(row: 0, column: 1.5))
        #expect(first(room, 1)?.allSatisfy { $0.hasPrefix("1-") } ?? false)
        #expect(first(room, 2) == ["0-0", "0-1"] || first(room, 2) == ["0-2", "0-3"])
        #expect(room.suggest(SeatQuery(count: 1, kind: .couple), pairs: false).first?.seats.count == 1)
    }

    @Test("restricted views last, unless they are asked for")
    func restricted() {
        let room = DrawnHall(["....rrrr...."])
        #expect(first(room, 2) == ["0-2", "0-3"] || first(room, 2) == ["0-8", "0-9"])
        #expect(
            DrawnHall(["xxxxrrrrxxxx"]).suggest(SeatQuery(count: 2)).first?.seats == ["0-4", "0-5"]
                || DrawnHall(["xxxxrrrrxxxx"]).suggest(SeatQuery(count: 2)).first?.seats == ["0-6", "0-7"])
        #expect(
            room.suggest(SeatQuery(count: 1, kind: .restrictedView)).allSatisfy {
                ["0-4", "0-7"].contains($0.seats[0]) || room.orphans($0.seats) == nil
            })
    }

    @Test("zones and prices: only what was asked for, each seat at most at the price; without prices all may be had")
    func filters() {
        let room = DrawnHall(["......", "......"], zones: ["aaaaaa", "bbbbbb"])
        let prices = room.hall.zones.map { SeatAmount(currencyCode: "EUR", amountMinor: $0.zoneID == "a" ? 500 : 900) }
        #expect(room.suggest(SeatQuery(count: 2, zoneIDs: ["b"])).allSatisfy { $0.seats[0].hasPrefix("1-") })
        #expect(
            room.suggest(SeatQuery(count: 2, maxAmountMinor: 600), prices: prices).allSatisfy {
                $0.seats[0].hasPrefix("0-")
            })
        #expect(room.suggest(SeatQuery(count: 2, maxAmountMinor: 100), prices: prices).isEmpty)
        #expect(!room.suggest(SeatQuery(count: 2, maxAmountMinor: 100)).isEmpty)
        #expect(SeatQuery(count: 1, zoneIDs: ["c"]).faults(in: room.hall).map(\.field) == ["zone_ids[0]"])
    }

    @Test("between equals the longest free run, then the seed, and the same seed says the same")
    func ties() {
        let room = DrawnHall(["..x......x..", "............"], focalPoint: FocalPoint(row: 0.5, column: 5.5))
        #expect(first(room, 2) == ["1-5", "1-6"])
        let even = DrawnHall([".....", "....."], focalPoint: FocalPoint(row: 0.5, column: 2))
        let found = Set((0..<32).map { even.suggest(SeatQuery(count: 5, limit: 1, seed: $0)).first!.seats[0] })
        #expect(found == ["0-0", "1-0"])
        #expect(even.suggest(SeatQuery(count: 5, seed: 7)) == even.suggest(SeatQuery(count: 5, seed: 7)))
    }

    @Test("a show with same_row_only gives a split party one row")
    func sameRow() {
        let room = DrawnHall(["..x..x..", "...xx...", "xxxxxxxx"])
        let policy = Policy(maxSeatsPerLock: 50, sameRowOnly: true)
        let proposals = SeatSuggester(
            hall: room.revision, policy: policy, prices: [], states: room.states, query: SeatQuery(count: 6)
        ).proposals()
        #expect(proposals.first?.seats == ["1-0", "1-1", "1-2", "1-5", "1-6", "1-7"])
        #expect(proposals.allSatisfy { Set($0.seats.map { $0.prefix(1) }).count == 1 })
    }

    @Test("a group of fifty: the fewest pieces of about one size, in one part of the hall")
    func fifty() {
        let room = DrawnHall(Array(repeating: "..................xx..................", count: 20))
        let best = room.suggest(SeatQuery(count: 50)).first!
        #expect(best.seats.count == 50)
        #expect(best.pieces == 3)
        let rows = Set(best.seats.map { $0.split(separator: "-")[0] })
        #expect(rows.count <= 3)
        #expect(room.suggest(SeatQuery(count: 50)).count == 5)
    }

    @Test("fewer free seats than people: nothing")
    func tooFew() {
        #expect(DrawnHall(["..x"]).suggest(SeatQuery(count: 3)).isEmpty)
        #expect(DrawnHall([]).suggest(SeatQuery(count: 1)).isEmpty)
    }
}

import Testing
import UsherCore

@Suite("Locks that choose, and locks that leave somebody alone")
struct SeatingTests {
    private func best(_ count: Int, _ query: SeatQuery? = nil, holder: String = "ann") -> ShowCommand {
        .lockBestSeats(holder: holder, query ?? SeatQuery(count: count), ttl: nil, secret: Stage.secret)
    }

    private func seats(_ stage: Stage, _ result: Result<ReplySubject, Refusal>) throws -> [String] {
        guard case .lock(let number) = try result.get(), let lock = stage.state.lock(number) else { return [] }
        return lock.seats.map { stage.state.hall.code(ofSeat: Int($0.seat)) }
    }

    @Test("the lock has the seats that would be suggested first, at their price")
    func locksBest() throws {
        var stage = Stage(policy: Policy(), prices: Stage.euros)
        let show = stage.state.show
        let suggested = try show.proposals(
            SeatQuery(count: 2), in: stage.state.hall, states: stage.state.states, now: stage.now)
        let subject = try stage.run(best(2)).get()
        guard case .lock(let number) = subject else { return #expect(Bool(false)) }
        let lock = stage.state.lock(number)!
        #expect(lock.seats.map { stage.state.hall.code(ofSeat: Int($0.seat)) } == suggested[0].seats)
        #expect(lock.seats.allSatisfy { $0.amount?.amountMinor == 1_200 })
    }

    @Test("a hundred buyers of four get a hundred disjoint answers, then NO_SEATS")
    func hundred() throws {
        var stage = Stage(hall: Stage.hall(rows: 20, columns: 20), policy: Policy())
        var taken: Set<String> = []
        for buyer in 0..<100 {
            let answer = stage.run(best(4, holder: "b\(buyer)"))
            let seats = try seats(stage, answer)
            #expect(seats.count == 4 && taken.isDisjoint(with: seats))
            taken.formUnion(seats)
        }
        #expect(stage.run(best(1)) == .failure(.noSeats))
    }

    @Test("limits, closed sales and faulty questions are refused before seats are sought")
    func refused() {
        var stage = Stage(policy: Policy(maxSeatsPerLock: 4, maxSeatsPerHolder: 5))
        #expect(stage.run(best(5)) == .failure(.tooManySeats(limit: 4, policy: "max_seats_per_lock")))
        #expect((try? stage.run(best(4)).get()) != nil)
        #expect(stage.run(best(2)) == .failure(.tooManySeats(limit: 5, policy: "max_seats_per_holder")))
        let faulty = SeatQuery(count: 0, zoneIDs: ["front", "attic"], maxAmountMinor: -1, limit: 21)
        guard case .failure(.fields(let faults)) = stage.run(best(0, faulty, holder: "")) else {
            return #expect(Bool(false))
        }
        #expect(Set(faults.map(\.field)) == ["holder", "count", "limit", "max_amount_minor", "zone_ids[1]"])
        stage.pass(.hours(7))
        guard case .failure(.salesClosed) = stage.run(best(1)) else { return #expect(Bool(false)) }
        #expect(throws: Refusal.self) {
            try stage.state.show.proposals(
                SeatQuery(count: 1), in: stage.state.hall, states: stage.state.states, now: stage.now)
        }
    }

    @Test("a lock that leaves a seat alone is refused with a repair, and the repair is accepted")
    func repair() throws {
        var stage = Stage(policy: Policy())
        guard
            case .failure(.orphanSeat(let alone, let repair)) = stage.run(
                .lockSeats(holder: "ann", seats: ["B2", "B3"], ttl: nil, secret: Stage.secret))
        else { return #expect(Bool(false)) }
        #expect(alone == ["B1"])
        #expect(repair?.seats.count == 2 && repair?.pieces == 1)
        try stage.lock(repair?.seats ?? [])
        // What is taken comes before what would be left alone.
        #expect(
            stage.run(.lockSeats(holder: "bob", seats: ["B1", "B2"], ttl: nil, secret: Stage.secret)) != .success(.seq))
    }

    @Test("a change is judged as the lock it becomes, and gives back what it has on the way")
    func change() throws {
        var stage = Stage(policy: Policy())
        let key = try stage.lock(["B1", "B2"])
        guard case .failure(.orphanSeat(let alone, let repair)) = stage.run(.changeLock(key, add: ["B4"], remove: []))
        else { return #expect(Bool(false)) }
        #expect(alone == ["B3"])
        #expect(repair?.seats.count == 3)
        #expect(stage.run(.changeLock(key, add: ["B5", "B6"], remove: ["B1", "B2"])) == .success(.lock(key.number)))
        #expect(stage.stateOf("B1") == .available)
        guard case .failure(.orphanSeat(["B6"], _)) = stage.run(.changeLock(key, add: [], remove: ["B6"])) else {
            return #expect(Bool(false))
        }
        // What the lock has already is no change, and not judged, though it would be refused by now.
        let bob = try stage.lock(["C1", "C2"], holder: "bob")
        let three = try stage.lock(["C3", "C4", "C5"])
        _ = try stage.run(.releaseLock(bob)).get()
        #expect(stage.run(.changeLock(three, add: ["C4", "C5"], remove: [])) == .success(.lock(three.number)))
        guard case .failure(.orphanSeat(["C6"], _)) = stage.run(.changeLock(three, add: ["D1", "D2"], remove: []))
        else { return #expect(Bool(false)) }
    }

    @Test("what a lock may not leave alone it may not leave by a change either; the repair is accepted")
    func changeInTwoSteps() throws {
        var stage = Stage(hall: Stage.hall(rows: 1, columns: 5), policy: Policy())
        let codes = stage.state.hall.hall.seats.map(\.code)
        let key = try stage.lock(Array(codes[1...4]))
        guard
            case .failure(.orphanSeat(let alone, let repair)) = stage.run(
                .changeLock(key, add: [], remove: Array(codes[3...])))
        else { return #expect(Bool(false)) }
        #expect(alone == [codes[0]])
        #expect(repair?.seats == Array(codes[0...1]))
        #expect(
            stage.run(.changeLock(key, add: [codes[0]], remove: Array(codes[2...]))) == .success(.lock(key.number)))

        var two = Stage(hall: Stage.hall(rows: 1, columns: 2), policy: Policy())
        let pair = two.state.hall.hall.seats.map(\.code)
        let one = try two.lock([pair[0]])
        #expect(two.run(.changeLock(one, add: [pair[1]], remove: [pair[0]])) == .success(.lock(one.number)))
    }

    @Test("release, confirm, late confirm, refund and blocking are not judged")
    func notJudged() throws {
        var stage = Stage(policy: Policy())
        let outer = try stage.lock(["B1", "B2", "B3", "B4"])
        let sale = try stage.sell(outer)
        #expect(
            (try? stage.run(.refundSale(number: sale.number, seats: ["B2"], all: false)).get()) != nil)
        #expect((try? stage.run(.blockSeats(["C2", "C5"], reason: "")).get()) != nil)
        let late = try stage.lock(["D3", "D4"])
        stage.pass(.minutes(30))
        try stage.lock(["D1", "D2"], holder: "bob")
        #expect(try stage.sell(late, order: "late").late)
    }

    @Test("half of a pair, with the nearest seats that would do; and alone once the other half is gone")
    func pairs() throws {
        var hall = Stage.hall()
        for (one, other) in [("C3", "C4"), ("C5", "C6")] {
            for (code, partner) in [(one, other), (other, one)] {
                let index = hall.seats.firstIndex { $0.code == code }!
                (hall.seats[index].kind, hall.seats[index].partner) = (.couple, partner)
            }
        }
        var stage = Stage(hall: hall, policy: Policy())
        guard
            case .failure(.splitPair(let halves, let repair)) = stage.run(
                .lockSeats(holder: "ann", seats: ["C4", "C5"], ttl: nil, secret: Stage.secret))
        else { return #expect(Bool(false)) }
        #expect(halves == ["C4", "C5"])
        #expect(repair?.seats == ["C3", "C4"] || repair?.seats == ["C5", "C6"])
        let sale = try stage.sell(try stage.lock(["C5", "C6"]))
        #expect((try? stage.run(.refundSale(number: sale.number, seats: ["C5"], all: false)).get()) != nil)
        try stage.lock(["C5"], holder: "bob")
    }

    @Test("the digest of a repeat is the same, and differs with every field of the question")
    func digest() {
        let query = SeatQuery(count: 4, zoneIDs: ["front"], maxAmountMinor: 5, limit: 2, seed: 9)
        func digest(_ query: SeatQuery, _ holder: String = "ann", secret: UInt64 = 1) -> ContentDigest {
            ShowCommand.lockBestSeats(
                holder: holder, query, ttl: nil, secret: TokenSecret(high: secret, low: 2)
            ).digest(show: "S")
        }
        #expect(digest(query) == digest(query, secret: 5))
        var others: Set<ContentDigest> = [digest(query, "bob")]
        for change: (inout SeatQuery) -> Void in [
            { $0.count = 5 }, { $0.zoneIDs = [] }, { $0.kind = .wheelchair }, { $0.maxAmountMinor = 6 },
            { $0.limit = 3 }, { $0.seed = 10 },
        ] {
            var other = query
            change(&other)
            others.insert(digest(other))
        }
        #expect(others.count == 7 && !others.contains(digest(query)))
    }
}

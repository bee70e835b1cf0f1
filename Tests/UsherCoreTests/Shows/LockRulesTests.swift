import Testing
import UsherCore

@Suite struct LockRulesTests {
    @Test("a lock holds all its seats or none")
    func allOrNothing() throws {
        var stage = Stage()
        try stage.lock(["A2"])
        #expect(throws: Refusal.seatTaken(["A2"])) { try stage.lock(["A1", "A2", "A3"], holder: "bob") }
        #expect(stage.stateOf("A1") == .available)
        #expect(stage.state.seq == 1)
        try stage.lock(["A1", "A3"], holder: "bob")
        #expect(stage.state.seq == 2)
        #expect(stage.state.owner(ofSeat: 0) == stage.state.owner(ofSeat: 2))
    }

    @Test("a lock expires exactly at its deadline")
    func deadline() throws {
        var stage = Stage()
        let key = try stage.lock(["A1"], ttl: .seconds(60))
        #expect(stage.state.nextDeadline == stage.now + .seconds(60))
        stage.pass(TimeSpan(nanoseconds: 59_999_999_999))
        #expect(throws: Refusal.seatTaken(["A1"])) { try stage.lock(["A1"], holder: "bob") }
        stage.pass(TimeSpan(nanoseconds: 1))
        let seq = stage.state.seq
        try stage.lock(["A1"], holder: "bob")
        #expect(stage.state.seq == seq + 2, "freeing is a commit of its own")
        #expect(stage.lock(key).state == .expired)
        #expect(stage.run(.renewLock(key, ttl: nil)) == .failure(.lockLost(["A1"])))
    }

    @Test("several overdue locks expire in the order of their deadlines")
    func order() throws {
        var stage = Stage()
        let late = try stage.lock(["A1"], ttl: .seconds(30))
        let early = try stage.lock(["A2"], ttl: .seconds(10))
        let never = try stage.lock(["A3"], ttl: .seconds(31))
        stage.pass(.seconds(30))
        #expect(
            stage.state.expirations(now: stage.now) == [.expired(lock: early.number), .expired(lock: late.number)])
        stage.commit(stage.state.expirations(now: stage.now))
        #expect(stage.state.nextDeadline == stage.lock(never).expiresAt)
    }

    @Test("a show's time never goes back")
    func clock() throws {
        var stage = Stage()
        stage.pass(.seconds(100))
        try stage.lock(["A1"], ttl: .seconds(60))
        let committed = stage.now
        stage.now = Stage.start
        let key = try stage.lock(["A2"], ttl: .seconds(60))
        #expect(stage.lock(key).startedAt == committed)
        #expect(stage.lock(key).expiresAt == committed + .seconds(60))
    }

    @Test("a request with several faults lists them all by path")
    func faults() {
        var stage = Stage()
        let result = stage.run(
            .lockSeats(
                holder: "a b", seats: ["A1", "A1", "", "Z\u{0}", "nope", "nope"], ttl: .milliseconds(999),
                secret: Stage.secret))
        guard case .failure(.fields(let faults)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(faults.map(\.field) == ["holder", "ttl", "seats[1]", "seats[2]", "seats[3]", "seats[5]"])
    }

    @Test("of more unknown seats than anybody reads the first are listed, and all are counted")
    func manyUnknown() throws {
        var stage = Stage()
        let codes = (0..<5_000).map { "nowhere-\($0)" }
        let unknown = Refusal.seatUnknown(Array(codes.prefix(1_000)), more: 4_000)
        #expect(throws: unknown) { try stage.lock(codes) }
        #expect(throws: unknown) { try stage.lock(Array(codes.prefix(3_000)) + ["A1"] + codes.dropFirst(3_000)) }
        let key = try stage.lock(["A1", "A2"])
        #expect(stage.run(.changeLock(key, add: [], remove: codes)) == .failure(unknown))
        #expect(throws: Refusal.seatUnknown(Array(codes.prefix(1_000)))) { try stage.lock(Array(codes.prefix(1_000))) }
    }

    @Test("unknown seats are named, and nothing is locked")
    func unknown() {
        var stage = Stage()
        #expect(throws: Refusal.seatUnknown(["Q1", "Q2"])) { try stage.lock(["A1", "Q1", "Q2"]) }
        #expect(stage.state.seq == 0)
    }

    @Test(
        "a ttl lies between one second and the longest lock",
        arguments: [
            (TimeSpan.milliseconds(999), false), (.seconds(1), true), (.hours(1), true),
            (TimeSpan(nanoseconds: 3_600_000_000_001), false), (.seconds(-5), false),
            (TimeSpan(nanoseconds: .max), false),
        ])
    func ttl(span: TimeSpan, accepted: Bool) {
        var stage = Stage()
        let result = stage.run(.lockSeats(holder: "h", seats: ["A1"], ttl: span, secret: Stage.secret))
        switch result {
        case .success: #expect(accepted)
        case .failure(.fields(let faults)):
            #expect(!accepted)
            #expect(faults.map(\.field) == ["ttl"])
        case .failure(let other): Issue.record("\(other)")
        }
    }

    @Test("a lock without a ttl has the policy's, but never more than the longest lock")
    func defaultTTL() throws {
        var stage = Stage()
        var key = try stage.lock(["A1"])
        #expect(stage.lock(key).expiresAt == stage.now + .minutes(15))
        stage = Stage(policy: Policy(maxLockTime: .minutes(5), orphanRule: .off))
        key = try stage.lock(["A1"])
        #expect(stage.lock(key).expiresAt == stage.now + .minutes(5))
    }

    @Test("a lock's amounts are frozen when its seats are locked")
    func amounts() throws {
        var stage = Stage(prices: Stage.euros)
        let key = try stage.lock(["A1", "B1"])
        var dearer = stage.state.show
        dearer.prices = [
            ZonePrice(zoneID: "front", currencyCode: "EUR", amountMinor: 9_900),
            ZonePrice(zoneID: "back", currencyCode: "EUR", amountMinor: 9_800),
        ]
        _ = try stage.run(.updateShow(dearer, fields: [.prices], expectedVersion: 0)).get()
        _ = try stage.run(.changeLock(key, add: ["B2"], remove: [])).get()
        let sale = try stage.sell(key)
        #expect(sale.seats.map { $0.amount?.amountMinor } == [2_500, 1_200, 9_800])
    }

    // MARK: Policy

    @Test("a lock has at most the policy's seats")
    func seatsPerLock() throws {
        var stage = Stage(policy: Policy(maxSeatsPerLock: 2, orphanRule: .off))
        #expect(throws: Refusal.tooManySeats(limit: 2, policy: "max_seats_per_lock")) {
            try stage.lock(["A1", "A2", "A3"])
        }
        let key = try stage.lock(["A1", "A2"])
        #expect(
            stage.run(.changeLock(key, add: ["A3"], remove: []))
                == .failure(.tooManySeats(limit: 2, policy: "max_seats_per_lock")))
        _ = try stage.run(.changeLock(key, add: ["A3"], remove: ["A1"])).get()
    }

    @Test("a holder has at most the policy's seats, locked and sold together")
    func seatsPerHolder() throws {
        var stage = Stage(policy: Policy(maxSeatsPerHolder: 3, orphanRule: .off))
        let key = try stage.lock(["A1", "A2"])
        let sale = try stage.sell(key)
        let refusal = Refusal.tooManySeats(limit: 3, policy: "max_seats_per_holder")
        #expect(throws: refusal) { try stage.lock(["B1", "B2"]) }
        let second = try stage.lock(["B1"])
        #expect(stage.run(.changeLock(second, add: ["B2"], remove: [])) == .failure(refusal))
        _ = try stage.run(.changeLock(second, add: ["B2"], remove: ["B1"])).get()
        try stage.lock(["C1", "C2", "C3"], holder: "bob")
        _ = try stage.run(.refundSale(number: sale.number, seats: ["A1"], all: false)).get()
        _ = try stage.run(.changeLock(second, add: ["B1"], remove: [])).get()
        _ = try stage.run(.releaseLock(second)).get()
        try stage.lock(["D1", "D2"])
    }

    @Test("a show may keep a lock in one row, whatever its columns")
    func sameRow() throws {
        var stage = Stage(policy: Policy(sameRowOnly: true, orphanRule: .off))
        #expect(throws: Refusal.notSameRow) { try stage.lock(["A1", "B1"]) }
        let key = try stage.lock(["A1", "A6"])
        #expect(stage.run(.changeLock(key, add: ["B1"], remove: ["A1"])) == .failure(.notSameRow))
        _ = try stage.run(.changeLock(key, add: ["B1"], remove: ["A1", "A6"])).get()
    }

    @Test("new locks on a closed, cancelled or ended show are refused", arguments: 0..<3)
    func closed(why: Int) throws {
        var stage = Stage()
        let key = try stage.lock(["B1"], ttl: .hours(1))
        var show = stage.state.show
        show.salesOpen = why != 0
        show.cancelled = why == 1
        if why == 2 { show.endsAt = stage.now + .seconds(1) }
        if why == 2 { show.startsAt = stage.now }
        _ = try stage.run(.updateShow(show, fields: [.salesOpen, .cancelled, .startsAt, .endsAt], expectedVersion: 0))
            .get()
        if why == 2 {
            try stage.lock(["A2"])
            stage.pass(.seconds(1))
        }
        guard
            case .failure(.salesClosed) = stage.run(
                .lockSeats(holder: "h", seats: ["A1"], ttl: nil, secret: Stage.secret))
        else {
            Issue.record("locked")
            return
        }
        guard case .failure(.salesClosed) = stage.run(.changeLock(key, add: ["B2"], remove: [])) else {
            Issue.record("added")
            return
        }
        #expect(try stage.sell(key).late == false, "a held lock may be confirmed all the same")
    }

    // MARK: ChangeLock

    @Test("a swap is one commit, and the deadline stays")
    func swap() throws {
        var stage = Stage()
        let key = try stage.lock(["A1", "A2"])
        let deadline = stage.lock(key).expiresAt
        stage.pass(.minutes(1))
        _ = try stage.run(.changeLock(key, add: ["A3"], remove: ["A1"])).get()
        #expect(stage.state.seq == 2)
        #expect(stage.deltas.last?.changes == [SeatChange(0, .available), SeatChange(2, .locked)])
        #expect(stage.lock(key).expiresAt == deadline)
        #expect(stage.lock(key).seats.map(\.seat) == [1, 2])
        #expect(stage.lock(key).seq == 2)
    }

    @Test("a change that takes a taken seat changes nothing")
    func swapTaken() throws {
        var stage = Stage()
        try stage.lock(["A3"], holder: "bob")
        let key = try stage.lock(["A1"])
        #expect(stage.run(.changeLock(key, add: ["A2", "A3"], remove: ["A1"])) == .failure(.seatTaken(["A3"])))
        #expect(stage.stateOf("A1") == .locked)
        #expect(stage.stateOf("A2") == .available)
    }

    @Test("a change may not end empty, name a seat on both sides, or name none")
    func badChanges() throws {
        var stage = Stage()
        let key = try stage.lock(["A1", "A2"])
        for (add, remove, field) in [
            ([], ["A1", "A2"], "remove"), (["A1"], ["A1"], "add[0]"), ([], [], "add"), ([], ["A1", "A1"], "remove[1]"),
        ] as [([String], [String], String)] {
            guard case .failure(.fields(let faults)) = stage.run(.changeLock(key, add: add, remove: remove)) else {
                Issue.record("\(add) \(remove)")
                continue
            }
            #expect(faults.map(\.field) == [field])
        }
        #expect(stage.run(.changeLock(key, add: [], remove: ["A3"])) == .failure(.seatUnknown(["A3"])))
        let records = stage.log.count
        #expect(stage.run(.changeLock(key, add: ["A2"], remove: [])) == .success(.lock(key.number)))
        #expect(stage.log.count == records, "what it has already makes no commit")
    }

    // MARK: RenewLock and payment

    @Test("renewals reach the longest lock time and no further")
    func renew() throws {
        var stage = Stage()
        let start = stage.now
        let key = try stage.lock(["A1"], ttl: .minutes(10))
        _ = try stage.run(.renewLock(key, ttl: .minutes(5))).get()
        #expect(stage.lock(key).expiresAt == start + .minutes(10), "one that ends earlier leaves the lock as it is")
        stage.pass(.minutes(9))
        _ = try stage.run(.renewLock(key, ttl: nil)).get()
        #expect(stage.lock(key).expiresAt == start + .minutes(24))
        _ = try stage.run(.renewLock(key, ttl: .hours(1))).get()
        #expect(stage.lock(key).expiresAt == start + .hours(1))
        #expect(stage.run(.renewLock(key, ttl: .hours(1))) == .failure(.renewLimit))
        let records = stage.log.count
        #expect(stage.run(.renewLock(key, ttl: .seconds(1))) == .success(.lock(key.number)))
        #expect(stage.log.count == records)
    }

    @Test("paying extends the deadline by the window, at most past the longest lock time by one window")
    func payment() throws {
        var stage = Stage(policy: Policy(lockTTL: .minutes(10), maxLockTime: .minutes(20), paymentWindow: .minutes(8)))
        let start = stage.now
        let key = try stage.lock(["A1"])
        _ = try stage.run(.beginPayment(key)).get()
        #expect(stage.lock(key).expiresAt == start + .minutes(10), "never earlier than it was")
        _ = try stage.run(.endPayment(key)).get()
        stage.pass(.minutes(9))
        _ = try stage.run(.beginPayment(key)).get()
        #expect(stage.lock(key).expiresAt == start + .minutes(17))
        stage.pass(.minutes(7))
        #expect(stage.run(.beginPayment(key)) == .success(.lock(key.number)))
        #expect(stage.lock(key).expiresAt == start + .minutes(17), "again: unchanged")
        for minute in [16, 23, 27] as [Int64] {
            stage.now = start + .minutes(minute)
            _ = try stage.run(.endPayment(key)).get()
            _ = try stage.run(.beginPayment(key)).get()
        }
        #expect(stage.lock(key).expiresAt == start + .minutes(28), "the cap")
        _ = try stage.run(.endPayment(key)).get()
        #expect(stage.lock(key).expiresAt == start + .minutes(28), "the deadline is kept")
        #expect(stage.run(.renewLock(key, ttl: .minutes(20))) == .failure(.renewLimit))
        _ = try stage.run(.changeLock(key, add: ["A2"], remove: [])).get()
    }

    @Test("after a restart a paying lock has the grace left, also one whose deadline passed")
    func grace() throws {
        var stage = Stage()
        let paying = try stage.lock(["A1"])
        let held = try stage.lock(["A2"])
        _ = try stage.run(.beginPayment(paying)).get()
        let snapshot = stage.state.snapshot
        stage.pass(.hours(2))
        var restarted = ShowState(hall: stage.state.hall, snapshot: snapshot)
        restarted.grantRestartGrace(until: stage.now + .seconds(60))
        #expect(restarted.expirations(now: stage.now) == [.expired(lock: held.number)])
        stage.state = restarted
        #expect(stage.run(.changeLock(held, add: ["A3"], remove: [])) == .failure(.lockLost([])))
        _ = try stage.run(.endPayment(paying)).get()

        // What the reply said survives the next crash, though the grace itself was never logged.
        var replayed = ShowState(hall: stage.state.hall, snapshot: snapshot)
        for record in stage.log where record.index > snapshot.logIndex { replayed.apply(record) }
        #expect(replayed.lock(paying.number)?.expiresAt == stage.now + .seconds(60))
        #expect(replayed.snapshot == stage.state.snapshot)
    }

    @Test("a grace never shortens a deadline, and a held lock has none")
    func graceBounds() throws {
        var stage = Stage()
        let paying = try stage.lock(["A1"])
        _ = try stage.run(.beginPayment(paying)).get()
        let held = try stage.lock(["A2"])
        stage.state.grantRestartGrace(until: stage.now + .seconds(60))
        #expect(stage.lock(paying).expiresAt == stage.now + .minutes(15))
        stage.state.grantRestartGrace(until: stage.now + .hours(1))
        #expect(stage.lock(paying).expiresAt == stage.now + .hours(1))
        #expect(stage.lock(held).expiresAt == stage.now + .minutes(15))
        #expect(stage.state.nextDeadline == stage.lock(held).expiresAt)
    }

    @Test("a closed lock can be read for 24 hours")
    func readable() throws {
        var stage = Stage()
        let key = try stage.lock(["A1"])
        _ = try stage.run(.releaseLock(key)).get()
        stage.pass(TimeSpan(nanoseconds: TimeSpan.hours(24).nanoseconds - 1))
        #expect(stage.run(.getLock(key)) == .success(.lock(key.number)))
        stage.pass(TimeSpan(nanoseconds: 1))
        #expect(stage.run(.getLock(key)) == .failure(.lockUnknown))
    }
}

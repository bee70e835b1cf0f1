import Testing
import UsherCore

@Suite struct BlocksAndUpdatesTests {
    @Test("blocked seats cannot be locked until they are unblocked")
    func block() throws {
        var stage = Stage()
        #expect(stage.run(.blockSeats(["A1", "A2"], reason: "house")) == .success(.seq))
        #expect(stage.state.seq == 1)
        #expect(throws: Refusal.seatTaken(["A1"])) { try stage.lock(["A1"]) }
        #expect(stage.run(.unblockSeats(["A1"], reason: "")) == .success(.seq))
        try stage.lock(["A1"])
        #expect(stage.state.counts().blocked == 1)
    }

    @Test("what is so already makes no commit")
    func already() throws {
        var stage = Stage()
        _ = try stage.run(.blockSeats(["A1"], reason: "")).get()
        let records = stage.log.count
        #expect(stage.run(.blockSeats(["A1"], reason: "again")) == .success(.seq))
        #expect(stage.run(.unblockSeats(["A2"], reason: "")) == .success(.seq))
        #expect(stage.log.count == records)
        _ = try stage.run(.blockSeats(["A1", "A2"], reason: "")).get()
        #expect(stage.deltas.last?.changes == [SeatChange(1, .blocked)])
    }

    @Test("a locked or sold seat refuses the whole block and unblock")
    func taken() throws {
        var stage = Stage()
        _ = try stage.sell(stage.lock(["A1"]))
        try stage.lock(["A2"])
        for command in [
            ShowCommand.blockSeats(["A3", "A2", "A1"], reason: ""), .unblockSeats(["A2", "A1"], reason: ""),
        ] {
            #expect(stage.run(command) == .failure(.seatTaken(["A2", "A1"])))
        }
        #expect(stage.stateOf("A3") == .available)
        #expect(stage.run(.blockSeats(["Q"], reason: "")) == .failure(.seatUnknown(["Q"])))
        guard case .failure(.fields(let faults)) = stage.run(.blockSeats([], reason: "a\u{7}")) else {
            Issue.record("blocked nothing")
            return
        }
        #expect(faults.map(\.field) == ["seats", "reason"])
    }

    @Test("counts are per state and per zone, and always add up")
    func counts() throws {
        var stage = Stage()
        _ = try stage.sell(stage.lock(["A1", "B1"]))
        try stage.lock(["B2"])
        _ = try stage.run(.blockSeats(["D6"], reason: "")).get()
        let counts = stage.state.counts()
        #expect([counts.total, counts.available, counts.locked, counts.sold, counts.blocked] == [24, 20, 1, 2, 1])
        #expect(counts.zones.map(\.zoneID) == ["front", "back"])
        #expect(counts.zones.map(\.sold) == [1, 1])
        #expect(counts.zones.map(\.locked) == [0, 1])
        #expect(counts.zones.map(\.blocked) == [0, 1])
        #expect(counts.zones.map(\.total) == [6, 18])
    }

    @Test("an update takes the named fields, raises the version and not the seq")
    func update() throws {
        var stage = Stage()
        var new = stage.state.show
        new.title = "New"
        new.timeZone = "Europe/Berlin"
        new.policy.maxSeatsPerLock = 3
        new.policy.sameRowOnly = true
        #expect(
            stage.run(.updateShow(new, fields: [.title, .maxSeatsPerLock], expectedVersion: 1)) == .success(.show))
        #expect(stage.state.show.title == "New")
        #expect(stage.state.show.timeZone == "")
        #expect(stage.state.show.policy == Policy(maxSeatsPerLock: 3, orphanRule: .off))
        #expect(stage.state.show.version == 2)
        #expect(stage.state.seq == 0)
    }

    @Test("an update without a change makes no commit, and a stale version is told the new one")
    func noChange() throws {
        var stage = Stage()
        var new = stage.state.show
        #expect(stage.run(.updateShow(new, fields: [.title, .policy], expectedVersion: 1)) == .success(.show))
        #expect(stage.state.show.version == 1)
        new.title = "New"
        _ = try stage.run(.updateShow(new, fields: [.title], expectedVersion: 0)).get()
        new.title = "Newer"
        #expect(stage.run(.updateShow(new, fields: [.title], expectedVersion: 1)) == .failure(.versionStale(2)))
        #expect(stage.state.show.title == "New")
    }

    @Test("an update to a bad show is refused with every fault")
    func badUpdate() {
        var stage = Stage()
        var new = stage.state.show
        new.title = "a\nb"
        new.endsAt = new.startsAt
        new.prices = [
            ZonePrice(zoneID: "front", currencyCode: "eur", amountMinor: -1),
            ZonePrice(zoneID: "none", currencyCode: "EUR", amountMinor: 1),
        ]
        new.policy.maxSeatsPerLock = 0
        new.policy.lockTTL = .milliseconds(1)
        guard
            case .failure(.fields(let faults)) = stage.run(
                .updateShow(new, fields: [.title, .endsAt, .prices, .policy], expectedVersion: 0))
        else {
            Issue.record("accepted")
            return
        }
        #expect(
            faults.map(\.field) == [
                "show.title", "show.ends_at", "show.prices[0].currency_code", "show.prices[0].amount_minor",
                "show.prices[1].zone_id", "show.prices", "show.policy.max_seats_per_lock", "show.policy.lock_ttl",
            ])
    }

    private func faults(_ stage: inout Stage, _ policy: Policy, _ fields: [ShowField]) -> [String] {
        var new = stage.state.show
        new.policy = policy
        new.title = "Anew"
        guard case .failure(.fields(let faults)) = stage.run(.updateShow(new, fields: fields, expectedVersion: 0))
        else { return [] }
        return faults.map(\.field)
    }

    @Test("a policy whose lock_ttl is longer than its max_lock_time is refused as what it becomes")
    func ttlOverLongest() {
        let tooLong = ["show.policy.lock_ttl"]
        var stage = Stage()
        #expect(faults(&stage, Policy(lockTTL: .hours(2)), [.policy]) == tooLong, "the default is an hour")
        #expect(faults(&stage, Policy(lockTTL: .hours(2)), [.lockTTL]) == tooLong)
        #expect(
            faults(&stage, Policy(lockTTL: .hours(2), maxLockTime: .hours(1)), [.lockTTL, .maxLockTime]) == tooLong)
        #expect(faults(&stage, Policy(lockTTL: .hours(2), maxLockTime: .hours(2)), [.lockTTL, .maxLockTime]).isEmpty)
        #expect(
            faults(&stage, Policy(maxLockTime: .hours(1)), [.maxLockTime]) == tooLong, "beside the show's two hours")
        #expect(faults(&stage, Policy(lockTTL: .hours(1), maxLockTime: .hours(1)), [.lockTTL]).isEmpty)
        #expect(faults(&stage, Policy(maxLockTime: .hours(1)), [.maxLockTime]).isEmpty, "one as long as the other")
        var usual = Stage()
        #expect(faults(&usual, Policy(maxLockTime: .minutes(5)), [.maxLockTime]).isEmpty, "a default gives way")
    }

    @Test("a show from before a rule works on; only a change of what is faulty is judged by it")
    func olderThanTheRule() throws {
        let old = Policy(lockTTL: .hours(2), orphanRule: .off)
        var stage = Stage(policy: old)
        let key = try stage.lock(["A1"])
        #expect(stage.state.lock(key.number)?.expiresAt == stage.now + .hours(1))
        #expect(faults(&stage, old, [.title]).isEmpty && stage.state.show.title == "Anew")
        #expect(faults(&stage, Policy(sameRowOnly: true), [.sameRowOnly]).isEmpty)
        #expect(faults(&stage, Policy(lockTTL: .hours(3)), [.lockTTL]) == ["show.policy.lock_ttl"])
        #expect(stage.state.show.policy.lockTTL == .hours(2) && stage.state.show.policy.sameRowOnly)
        #expect(faults(&stage, Policy(lockTTL: .minutes(2)), [.lockTTL]).isEmpty)
    }

    @Test("shows overlap half open, in one hall, and never when cancelled")
    func overlaps() {
        let start = Stage.start
        func show(_ from: Int64, _ to: Int64, hall: String = "H", cancelled: Bool = false) -> Show {
            Show(
                showID: "S", hallID: hall, startsAt: start + .hours(from), endsAt: start + .hours(to),
                cancelled: cancelled)
        }
        #expect(show(0, 2).overlaps(show(1, 3)))
        #expect(show(0, 4).overlaps(show(1, 2)))
        #expect(!show(0, 2).overlaps(show(2, 3)))
        #expect(!show(2, 3).overlaps(show(0, 2)))
        #expect(!show(0, 2).overlaps(show(1, 3, hall: "I")))
        #expect(!show(0, 2).overlaps(show(1, 3, cancelled: true)))
        #expect(!show(0, 2, cancelled: true).overlaps(show(1, 3)))
    }

    @Test("either every zone has a base price or none has")
    func basePrices() {
        let hall = HallRevision(Stage.hall())
        var show = Stage().state.show
        show.prices = [ZonePrice(zoneID: "front", ticketType: "child", currencyCode: "EUR", amountMinor: 0)]
        #expect(show.faults(hall: hall).isEmpty)
        show.prices.append(ZonePrice(zoneID: "front", currencyCode: "EUR", amountMinor: 0))
        #expect(show.faults(hall: hall).map(\.field) == ["show.prices"])
        show.prices.append(ZonePrice(zoneID: "back", currencyCode: "JPY", amountMinor: 10_000_000_000_000))
        #expect(show.faults(hall: hall).isEmpty)
        show.prices.append(ZonePrice(zoneID: "back", currencyCode: "JPY", amountMinor: 1))
        #expect(show.faults(hall: hall).map(\.field) == ["show.prices[3]"])
    }

    @Test("two requests have one digest exactly when their content is the same")
    func digests() {
        let key = LockKey(number: 1, secret: Stage.secret)
        func lock(_ holder: String, _ seats: [String], _ ttl: TimeSpan?, _ secret: UInt64 = 1) -> ShowCommand {
            .lockSeats(holder: holder, seats: seats, ttl: ttl, secret: TokenSecret(high: secret, low: 0))
        }
        #expect(lock("a", ["b"], nil, 1).digest(show: "S") == lock("a", ["b"], nil, 2).digest(show: "S"))
        let different: [ContentDigest] = [
            lock("a", ["b"], nil).digest(show: "S"), lock("a", ["b"], nil).digest(show: "T"),
            lock("a", ["b"], .zero).digest(show: "S"), lock("a", ["b", ""], nil).digest(show: "S"),
            lock("ab", [""], nil).digest(show: "S"), lock("a", ["b", "c"], nil).digest(show: "S"),
            lock("a", ["bc"], nil).digest(show: "S"), ShowCommand.renewLock(key, ttl: nil).digest(show: "S"),
            ShowCommand.changeLock(key, add: ["a"], remove: []).digest(show: "S"),
            ShowCommand.changeLock(key, add: [], remove: ["a"]).digest(show: "S"),
            ShowCommand.confirmLock(key, orderRef: "a").digest(show: "S"),
            ShowCommand.refundSale(number: 1, seats: [], all: true).digest(show: "S"),
            ShowCommand.refundSale(number: 1, seats: [], all: false).digest(show: "S"),
        ]
        #expect(Set(different).count == different.count)
    }
}

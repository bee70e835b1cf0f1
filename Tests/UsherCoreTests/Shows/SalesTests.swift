import Testing
import UsherCore

@Suite struct SalesTests {
    @Test("a sale sells exactly the locked seats, whatever happens to the show's sales")
    func confirm() throws {
        var stage = Stage(prices: Stage.euros)
        let key = try stage.lock(["A2", "A1"])
        var show = stage.state.show
        show.salesOpen = false
        _ = try stage.run(.updateShow(show, fields: [.salesOpen], expectedVersion: 0)).get()
        let sale = try stage.sell(key, order: "order-1")
        #expect(sale.seats.map(\.seat) == [1, 0])
        #expect(sale.lockNumber == key.number)
        #expect(sale.late == false)
        #expect(sale.seq == stage.state.seq)
        #expect(stage.stateOf("A1") == .sold)
        #expect(stage.lock(key).saleNumber == sale.number)
        #expect(stage.state.owner(ofSeat: 0) == sale.number)
    }

    @Test("confirming again gives the same sale as it is now; another order_ref is refused")
    func again() throws {
        var stage = Stage()
        let key = try stage.lock(["A1", "A2"])
        let sale = try stage.sell(key, order: "o")
        _ = try stage.run(.refundSale(number: sale.number, seats: ["A1"], all: false)).get()
        let records = stage.log.count
        #expect(try stage.sell(key, order: "o").seats.map(\.seat) == [1])
        #expect(stage.log.count == records)
        guard case .failure(.lockFixed) = stage.run(.confirmLock(key, orderRef: "p")) else {
            Issue.record("confirmed twice")
            return
        }
    }

    @Test(
        "a lock that is over is sold late while all its seats are free, whatever limits say", arguments: [true, false])
    func late(released: Bool) throws {
        var stage = Stage(policy: Policy(maxSeatsPerHolder: 2, orphanRule: .off))
        let key = try stage.lock(["A1", "A2"], ttl: .seconds(10))
        if released { _ = try stage.run(.releaseLock(key)).get() } else { stage.pass(.seconds(10)) }
        try stage.lock(["B1", "B2"])
        var show = stage.state.show
        show.salesOpen = false
        _ = try stage.run(.updateShow(show, fields: [.salesOpen], expectedVersion: 0)).get()
        let sale = try stage.sell(key)
        #expect(sale.late)
        #expect(stage.lock(key).state == .confirmed)
        #expect(stage.state.snapshot.holderCounts == ["ann": 4])
    }

    @Test("a late confirmation touches nobody else's seats")
    func lost() throws {
        var stage = Stage()
        let key = try stage.lock(["A1", "A2", "A3"], ttl: .seconds(10))
        stage.pass(.seconds(10))
        try stage.lock(["A2"], holder: "bob")
        _ = try stage.run(.blockSeats(["A3"], reason: "")).get()
        let before = stage.state.snapshot
        #expect(stage.run(.confirmLock(key, orderRef: "o")) == .failure(.lockLost(["A2", "A3"])))
        #expect(stage.state.snapshot == before)
    }

    @Test("late confirmation ends with the show")
    func lateUntilTheEnd() throws {
        var stage = Stage(endsAfter: .hours(6))
        let key = try stage.lock(["A1"], ttl: .seconds(10))
        stage.pass(.seconds(10))
        stage.commit(stage.state.expirations(now: stage.now))
        stage.now = Stage.start + TimeSpan(nanoseconds: TimeSpan.hours(6).nanoseconds - 1)
        guard case .commit = stage.state.decide(.confirmLock(key, orderRef: "o"), now: stage.now) else {
            Issue.record("refused before the end")
            return
        }
        stage.pass(TimeSpan(nanoseconds: 1))
        #expect(stage.run(.confirmLock(key, orderRef: "o")) == .failure(.lockLost([])))
    }

    @Test("late confirmation ends after 24 hours, however long the show lasts")
    func lateForADay() throws {
        var stage = Stage(endsAfter: .hours(100))
        let key = try stage.lock(["A1"])
        stage.pass(.minutes(1))
        _ = try stage.run(.releaseLock(key)).get()
        stage.pass(TimeSpan(nanoseconds: TimeSpan.hours(24).nanoseconds - 1))
        guard case .commit = stage.state.decide(.confirmLock(key, orderRef: "o"), now: stage.now) else {
            Issue.record("refused within the day")
            return
        }
        stage.pass(TimeSpan(nanoseconds: 1))
        #expect(stage.run(.confirmLock(key, orderRef: "o")) == .failure(.lockLost([])))
    }

    @Test(
        "an order_ref has at most 128 characters and no control characters",
        arguments: [
            ("", true), (String(repeating: "é", count: 128), true), (String(repeating: "x", count: 129), false),
            ("a\u{0}b", false), ("a\nb", false),
        ])
    func orderRef(text: String, accepted: Bool) throws {
        var stage = Stage()
        let key = try stage.lock(["A1"])
        switch stage.run(.confirmLock(key, orderRef: text)) {
        case .success: #expect(accepted)
        case .failure(.fields(let faults)):
            #expect(!accepted)
            #expect(faults.map(\.field) == ["order_ref"])
        case .failure(let other): Issue.record("\(other)")
        }
    }

    // MARK: Refunds

    @Test("refunded seats are available at once, and the sale keeps the rest")
    func refund() throws {
        var stage = Stage(prices: Stage.euros)
        let sale = try stage.sell(stage.lock(["A1", "A2", "B1"]))
        stage.pass(.minutes(1))
        _ = try stage.run(.refundSale(number: sale.number, seats: ["B1"], all: false)).get()
        var now = try #require(stage.state.sale(sale.number))
        #expect(now.seats.map(\.seat) == [0, 1])
        #expect(now.refunds.map(\.seats) == [[sale.seats[2]]])
        #expect(now.refunds.map(\.refundedAt) == [stage.now])
        #expect(stage.stateOf("B1") == .available)
        try stage.lock(["B1"], holder: "bob")
        _ = try stage.run(.refundSale(number: sale.number, seats: [], all: true)).get()
        now = try #require(stage.state.sale(sale.number))
        #expect(now.seats.isEmpty)
        #expect(now.refunds.count == 2)
        #expect(stage.state.snapshot.holderCounts == ["bob": 1])
    }

    @Test("seats refunded before make no commit, also when they are sold again")
    func refundAgain() throws {
        var stage = Stage()
        let sale = try stage.sell(stage.lock(["A1", "A2"]))
        _ = try stage.run(.refundSale(number: sale.number, seats: ["A1"], all: false)).get()
        _ = try stage.sell(stage.lock(["A1"], holder: "bob"), order: "p")
        let records = stage.log.count
        #expect(
            stage.run(.refundSale(number: sale.number, seats: ["A1"], all: false)) == .success(.sale(sale.number)))
        #expect(stage.log.count == records)
        #expect(stage.stateOf("A1") == .sold)
        _ = try stage.run(.refundSale(number: sale.number, seats: ["A1", "A2"], all: false)).get()
        #expect(stage.stateOf("A1") == .sold)
        #expect(stage.stateOf("A2") == .available)
        #expect(stage.run(.refundSale(number: sale.number, seats: [], all: true)) == .success(.sale(sale.number)))
    }

    @Test("a refund names seats of its sale, or all, and not both")
    func badRefunds() throws {
        var stage = Stage()
        let sale = try stage.sell(stage.lock(["A1", "A2"]))
        try stage.lock(["A3"])
        func fields(_ seats: [String], _ all: Bool) -> [String]? {
            guard
                case .refuse(.fields(let faults)) = stage.state.decide(
                    .refundSale(number: sale.number, seats: seats, all: all), now: stage.now)
            else { return nil }
            return faults.map(\.field)
        }
        #expect(fields([], false) == ["seats"])
        #expect(fields(["A1"], true) == ["all"])
        #expect(fields(["A1", "A1"], false) == ["seats[1]"])
        #expect(
            stage.run(.refundSale(number: sale.number, seats: ["A1", "A3", "Q"], all: false))
                == .failure(.seatUnknown(["A3", "Q"])))
        #expect(stage.run(.refundSale(number: 99, seats: [], all: true)) == .failure(.saleUnknown))
        #expect(stage.stateOf("A1") == .sold)
    }
}

import Testing
import UsherCore

@Suite struct MemoryTests {
    @Test("closed locks are handed out once, stay readable for a while, and leave memory")
    func closedLocks() throws {
        var stage = Stage()
        var keys: [LockKey] = []
        for _ in 0..<1_500 {
            let key = try stage.lock(["A1"])
            _ = try stage.run(.releaseLock(key)).get()
            keys.append(key)
        }
        #expect(stage.state.lock(keys[0].number) != nil, "not archived yet")
        let taken = stage.state.takeClosedLocks()
        #expect(taken.map(\.number) == keys.map(\.number))
        #expect(stage.state.takeClosedLocks().isEmpty)
        #expect(stage.state.lock(keys[0].number) == nil)
        #expect(stage.state.lock(keys[1_499].number) != nil)

        #expect(stage.state.missing(for: .getLock(keys[0])).lock == keys[0].number)
        #expect(stage.run(.getLock(keys[0])) == .failure(.lockUnknown))
        stage.state.restore(lock: taken[0])
        #expect(stage.state.missing(for: .getLock(keys[0])).lock == nil)
        #expect(stage.run(.getLock(keys[0])) == .success(.lock(keys[0].number)))
    }

    @Test("a restored lock that is sold late is handed out again")
    func lateAgain() throws {
        var stage = Stage()
        let key = try stage.lock(["A1"])
        _ = try stage.run(.releaseLock(key)).get()
        var archived = stage.state.takeClosedLocks()
        let snapshot = stage.state.snapshot

        // Live: the lock is loaded for the command.
        stage.state = ShowState(hall: stage.state.hall, snapshot: snapshot)
        stage.state.restore(lock: archived[0])
        let sale = try stage.sell(key)
        #expect(sale.late)

        // Replayed: it is not, and its confirmation waits for it.
        var replayed = ShowState(hall: stage.state.hall, snapshot: snapshot)
        for record in stage.log where record.index > snapshot.logIndex { replayed.apply(record) }
        #expect(replayed.unresolvedLocks == [key.number])
        #expect(replayed.missing(for: .confirmLock(key, orderRef: "o")).lock == key.number)
        replayed.restore(lock: archived[0])
        #expect(replayed.decide(.confirmLock(key, orderRef: "o"), now: stage.now) == .reply(.sale(sale.number)))
        archived = stage.state.takeClosedLocks()
        #expect(archived.map(\.state) == [.confirmed])
        #expect(replayed.takeClosedLocks() == archived)
    }

    @Test("a sale that is not in memory is asked for, and a refund of it replays without it")
    func sales() throws {
        var stage = Stage()
        let key = try stage.lock(["A1", "A2"])
        let sale = try stage.sell(key)
        let closed = stage.state.takeClosedLocks()
        let snapshot = stage.state.snapshot
        stage.state = ShowState(hall: stage.state.hall, snapshot: snapshot)
        let refund = ShowCommand.refundSale(number: sale.number, seats: ["A1"], all: false)
        #expect(stage.state.missing(for: refund).sale == sale.number)
        #expect(stage.state.missing(for: .getSale(number: 1_000)).sale == nil, "no such log index")
        #expect(stage.run(refund) == .failure(.saleUnknown))
        stage.state.restore(sale: sale)
        _ = try stage.run(refund).get()
        #expect(stage.state.sale(sale.number)?.seats.map(\.seat) == [1])

        var replayed = ShowState(hall: stage.state.hall, snapshot: snapshot)
        for record in stage.log where record.index > snapshot.logIndex {
            #expect(replayed.apply(record).sale == nil)
        }
        #expect(replayed.snapshot == stage.state.snapshot)

        // Confirming again needs the lock first, then the sale that it names.
        let again = ShowCommand.confirmLock(key, orderRef: "o")
        #expect(replayed.missing(for: again) == (key.number, nil))
        replayed.restore(lock: closed[0])
        #expect(replayed.missing(for: again) == (nil, sale.number))
        replayed.restore(sale: sale)
        #expect(replayed.missing(for: again) == (nil, nil))
        #expect(replayed.decide(again, now: stage.now) == .reply(.sale(sale.number)))
    }

    @Test("many renewals leave one deadline a lock")
    func renewals() throws {
        var stage = Stage()
        let key = try stage.lock(["A1"], ttl: .seconds(1))
        for _ in 0..<3_000 {
            stage.pass(.milliseconds(900))
            _ = try stage.run(.renewLock(key, ttl: .seconds(1))).get()
        }
        #expect(stage.state.nextDeadline == stage.now + .seconds(1))
        #expect(stage.state.expirations(now: stage.now + .seconds(1)) == [.expired(lock: key.number)])
    }
}

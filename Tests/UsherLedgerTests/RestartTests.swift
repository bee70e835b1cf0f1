import Testing
import UsherCore

@testable import UsherLedger

@Suite("Restarts, unloading and following")
struct RestartTests {
    @Test("after a restart every show stands where it stood")
    func resumes() async throws {
        let rig = try Rig()
        let show = try await rig.stage()
        let held = try await rig.lock("1", "2")
        let sale = try await rig.confirm(try await rig.lock("3"))
        let released = try await rig.lock("4")
        _ = try await rig.execute(.releaseLock(released.key)).get()
        _ = try await rig.execute(.blockSeats(["5"], reason: "")).get()
        let before = try await rig.view()
        for _ in 0..<3 {
            try await rig.restart()
            #expect(try await rig.view() == before)
            #expect(try await rig.get(held) == held)
            #expect(try await rig.get(released).state == .released)
            #expect(try await rig.execute(.getSale(number: sale.number)).get().sale == sale)
        }
        _ = try await rig.ledger.follow(show).get()
        #expect(rig.observer["S"].seq == before.seq && rig.observer["S"].epoch == before.show.epoch)
        let next = try await rig.lock("6")
        #expect(next.seq == before.seq + 1)
    }

    @Test("a restored backup changes every epoch, once and for good")
    func restored() async throws {
        let rig = try Rig()
        try await rig.stage()
        let before = try await rig.view()
        try await rig.restart(restored: true)
        let after = try await rig.view()
        #expect(after.show.epoch != before.show.epoch && after.seq == before.seq)
        var renamed = after.show
        renamed.title = "Other"
        _ = try await rig.execute(.updateShow(renamed, fields: [.title], expectedVersion: 0)).get()
        try await rig.restart()
        #expect(try await rig.view().show.epoch == after.show.epoch)
        try await rig.restart(restored: true)
        #expect(try await rig.view().show.epoch != after.show.epoch)
    }

    @Test("one backup that is restored twice begins two histories")
    func restoredTwice() async throws {
        let rig = try Rig()
        try await rig.stage()
        var epochs = [try await rig.view().show.epoch]
        for _ in 0..<2 {
            await rig.ledger.close()
            do {
                let database = try Database(path: "\(rig.path)/ledger.sqlite", vfs: nil)
                // As it stands in a backup of the first history.
                try database.execute("UPDATE meta SET value = 0 WHERE name = 'generation'")
            }
            try await rig.restart(restored: true)
            epochs.append(try await rig.view().show.epoch)
        }
        #expect(Set(epochs).count == 3, "\(epochs)")
    }

    @Test("a paying lock has a minute after a restart, also one whose time passed meanwhile")
    func grace() async throws {
        let rig = try Rig()
        try await rig.stage(policy: Policy(paymentWindow: .minutes(15), orphanRule: .off))
        let paying = try await rig.lock("1")
        _ = try await rig.execute(.beginPayment(paying.key)).get()
        let held = try await rig.lock("2")
        await rig.ledger.close()
        rig.clock.advance(by: .hours(1))
        try await rig.restart()
        #expect(try await rig.get(paying).state == .paying)
        #expect(try await rig.get(held).state == .expired)
        try await rig.advance(.milliseconds(61_999))
        #expect(try await rig.get(paying).state == .paying)
        try await rig.advance(.milliseconds(1))
        #expect(try await rig.get(paying).state == .expired)
    }

    @Test("time does not go back when the wall clock was set back between two runs")
    func clockSetBack() async throws {
        let rig = try Rig()
        try await rig.stage()
        let lock = try await rig.lock("1", ttl: .seconds(60))
        let before = rig.ledger.now
        await rig.ledger.close()
        let earlier = ManualClock(Timestamp(nanoseconds: before.nanoseconds) - .hours(5))
        let ledger = try ShowLedger(.directory(rig.path), clock: earlier, observer: nil)
        #expect(ledger.now > before)
        earlier.advance(by: .seconds(60))
        let reply = try await ledger.execute(.getLock(lock.key), on: ShowRef(tenant: "t", showID: "S"), request: nil)
        #expect(try reply.get().lock.state == .expired)
        await ledger.close()
    }

    @Test("a second server on the directory is refused by name, and served when the first is gone")
    func exclusive() async throws {
        let rig = try Rig()
        let path = rig.path
        do {
            _ = try ShowLedger(.directory(path))
            Issue.record("two ledgers have one directory")
        } catch {
            #expect(error.kind == .inUse && error.message.contains(path))
        }
        try await rig.restart()
    }

    @Test("data of a newer version is refused")
    func newerSchema() async throws {
        let rig = try Rig()
        await rig.ledger.close()
        do {
            let database = try Database(path: "\(rig.path)/ledger.sqlite", vfs: nil)
            try database.execute("PRAGMA user_version = \(Schema.version + 1)")
        }
        do {
            _ = try ShowLedger(.directory(rig.path))
            Issue.record("a newer schema was opened")
        } catch {
            #expect(error.kind == .newerSchema)
        }
    }

    @Test("a show that left memory comes back the same", arguments: StoreKind.allCases)
    func unloading(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        var locks: [Lock] = []
        for round in 0..<100 {
            let lock = try await rig.lock("\(round % 20)", ttl: .minutes(5))
            if round % 3 == 0 { _ = try await rig.confirm(lock, order: "o\(round)") }
            if round % 3 == 0 {
                let number = try #require(try await rig.get(lock).saleNumber)
                _ = try await rig.execute(.refundSale(number: number, seats: [], all: true)).get()
            } else {
                _ = try await rig.execute(.releaseLock(lock.key)).get()
            }
            locks.append(try await rig.get(lock))
        }
        let sale = try await rig.confirm(try await rig.lock("23"), order: "last")
        let before = try await rig.view()
        // Idle for long: it goes at the next look.
        try await rig.advance(.minutes(30))
        try await rig.advance(.minutes(30))
        #expect(try await rig.view() == before)
        for lock in locks { #expect(try await rig.get(lock) == lock) }
        #expect(try await rig.execute(.getSale(number: sale.number)).get().sale == sale)
        _ = try await rig.ledger.follow(show).get()
        #expect(rig.observer["S"].states.count { $0 == SeatState.sold.rawValue } == 1)
    }

    @Test("a follower hears every commit from its beginning on, without a gap", arguments: StoreKind.allCases)
    func following(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        _ = try await rig.lock("0")
        let ledger = rig.ledger
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 1..<20 {
                group.addTask {
                    for _ in 0..<20 {
                        let lock = try await ledger.execute(
                            .lockSeats(holder: "h", seats: ["\(lane)"], ttl: nil, secret: .random()), on: show,
                            request: nil
                        ).get().lock
                        _ = try await ledger.execute(.releaseLock(lock.key), on: show, request: nil).get()
                    }
                }
            }
            group.addTask { _ = try await ledger.follow(show).get() }
            try await group.waitForAll()
        }
        _ = try await ledger.follow(show).get()
        let heard = rig.observer["S"]
        #expect(heard.begun == 1 && heard.gaps == 0 && heard.seq == 1 + 19 * 20 * 2)
        var closed = try await rig.view().show
        closed.salesOpen = false
        _ = try await rig.execute(.updateShow(closed, fields: [.salesOpen], expectedVersion: 0)).get()
        #expect(rig.observer["S"].commits.last?.show?.salesOpen == false)
        #expect(rig.observer["S"].commits.last?.delta == nil)
        ledger.unfollow(show)
        _ = try await rig.execute(.blockSeats(["22"], reason: "")).get()
        #expect(rig.observer["S"].seq == heard.seq)
    }

    @Test("a closed ledger turns requests away")
    func closed() async throws {
        let rig = try Rig(.memory)
        try await rig.stage()
        await rig.ledger.close()
        await rig.ledger.close()
        do {
            _ = try await rig.view()
            Issue.record("a closed ledger answered")
        } catch let error as LedgerError {
            #expect(error.kind == .storeAway)
        }
    }
}

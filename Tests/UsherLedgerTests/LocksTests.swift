import Testing
import UsherCore

@testable import UsherLedger

@Suite("Locks and sales through the ledger")
struct LocksTests {
    @Test("of 200 concurrent locks for one seat exactly one wins", arguments: StoreKind.allCases)
    func oneWinner(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        let ledger = rig.ledger
        for seat in 0..<5 {
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        let verdict = try await ledger.execute(
                            .lockSeats(holder: "h", seats: ["\(seat)"], ttl: nil, secret: .random()), on: show,
                            request: nil)
                        if !verdict.isAccepted { #expect(verdict.isRefused(.seatTaken(["\(seat)"]))) }
                        return verdict.isAccepted
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(winners == 1)
        }
        #expect(try await rig.view().seq == 5)
    }

    @Test("a sale goes through lock, payment and confirm, and can be read and refunded", arguments: StoreKind.allCases)
    func sale(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage(prices: [ZonePrice(zoneID: "z", currencyCode: "EUR", amountMinor: 1250)])
        let lock = try await rig.lock("1", "2", "3")
        #expect(
            lock.seats.map(\.amount) == Array(repeating: SeatAmount(currencyCode: "EUR", amountMinor: 1250), count: 3))
        #expect(try await rig.execute(.beginPayment(lock.key)).get().lock.state == .paying)
        let sale = try await rig.confirm(lock)
        #expect(sale.seats.map(\.seat) == [1, 2, 3] && sale.seq == 2 && !sale.late)
        #expect(try await rig.get(lock).state == .confirmed)
        #expect(try await rig.confirm(lock) == sale)
        let refunded = try await rig.execute(.refundSale(number: sale.number, seats: ["2"], all: false)).get().sale
        #expect(refunded.seats.map(\.seat) == [1, 3] && refunded.refunds.count == 1)
        #expect(try await rig.execute(.getSale(number: sale.number)).get().sale == refunded)
        // The seat is free at once, and sold again by the same rules.
        _ = try await rig.confirm(try await rig.lock("2"), order: "p")
        let view = try await rig.view()
        #expect(view.counts?.sold == 3 && view.counts?.available == 21 && view.seq == 5)
        let wrong = LockKey(number: lock.number, secret: .random())
        #expect(try await rig.execute(.getLock(wrong)).isRefused(.lockUnknown))
        #expect(try await rig.execute(.getSale(number: 999)).isRefused(.saleUnknown))
        #expect(try await rig.execute(.getShow, on: "T").isRefused(.showUnknown))
    }

    @Test("sales are listed by number, page by page", arguments: StoreKind.allCases)
    func salesPages(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        var made: [Sale] = []
        for seat in 0..<7 { made.append(try await rig.confirm(try await rig.lock("\(seat)"), order: "o\(seat)")) }
        made[2] = try await rig.execute(.refundSale(number: made[2].number, seats: [], all: true)).get().sale
        var listed: [Sale] = []
        var token = ""
        repeat {
            let (page, hall) = try await rig.ledger.sales(of: show, pageSize: 3, pageToken: token).get()
            #expect(hall.hall.hallID == "H")
            listed += page.items
            token = page.nextToken
        } while !token.isEmpty
        #expect(listed == made)
        let ledger = rig.ledger
        await #expect(throws: PageToken.fault) {
            _ = try await ledger.sales(of: show, pageSize: 3, pageToken: "zz").get()
        }
    }

    @Test("a lock expires exactly at its deadline, freed by a commit of its own", arguments: StoreKind.allCases)
    func expiry(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        _ = try await rig.ledger.follow(show).get()
        let lock = try await rig.lock("1", ttl: .seconds(60))
        try await rig.advance(.milliseconds(59_999))
        let tooEarly = try await rig.execute(.lockSeats(holder: "b", seats: ["1"], ttl: nil, secret: .random()))
        #expect(tooEarly.isRefused(.seatTaken(["1"])))
        rig.clock.advance(by: .milliseconds(1))
        // No sweeper is needed for the next lock to win.
        let next = try await rig.lock("1")
        #expect(next.seq == 3)
        #expect(try await rig.get(lock).state == .expired)
        #expect(rig.observer["S"].seq == 3 && rig.observer["S"].gaps == 0)
    }

    @Test("the delta that frees an expired lock's seats needs no request", arguments: StoreKind.allCases)
    func freeing(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let show = try await rig.stage()
        _ = try await rig.ledger.follow(show).get()
        _ = try await rig.lock("1", "2", ttl: .seconds(60))
        _ = try await rig.lock("3", ttl: .seconds(30))
        try await rig.advance(.seconds(30))
        #expect(rig.observer["S"].seq == 3)
        #expect(rig.observer["S"].states[3] == SeatState.available.rawValue)
        #expect(rig.observer["S"].states[1] == SeatState.locked.rawValue)
        try await rig.advance(.seconds(30))
        #expect(rig.observer["S"].seq == 4)
        #expect(rig.observer["S"].commits.last?.delta?.changes.count == 2)
        #expect(rig.observer["S"].states.allSatisfy { $0 == SeatState.available.rawValue })
    }

    @Test("a lock that is over can be confirmed while its seats are free", arguments: StoreKind.allCases)
    func lateConfirm(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        let lock = try await rig.lock("1", "2", ttl: .seconds(60))
        let lost = try await rig.lock("3", ttl: .seconds(60))
        try await rig.advance(.minutes(10))
        _ = try await rig.lock("3")
        let sale = try await rig.confirm(lock)
        #expect(sale.late && sale.seats.map(\.seat) == [1, 2])
        #expect(try await rig.get(lock).state == .confirmed)
        #expect(
            try await rig.execute(.confirmLock(lost.key, orderRef: "o")).isRefused(.lockLost(["3"])))
        if kind == .sqlite {
            try await rig.restart()
            #expect(try await rig.get(lock).saleNumber == sale.number)
            #expect(try await rig.execute(.getSale(number: sale.number)).get().sale == sale)
        }
    }

    @Test("blocking seats is one commit; what is so already makes none", arguments: StoreKind.allCases)
    func blocking(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        try await rig.stage()
        #expect(try await rig.execute(.blockSeats(["1", "2"], reason: "house")).get().seq == 1)
        #expect(try await rig.execute(.blockSeats(["1", "2"], reason: "house")).get().seq == 1)
        #expect(try await rig.execute(.unblockSeats(["1"], reason: "")).get().seq == 2)
        let verdict = try await rig.execute(.lockSeats(holder: "b", seats: ["2"], ttl: nil, secret: .random()))
        #expect(verdict.isRefused(.seatTaken(["2"])))
    }
}

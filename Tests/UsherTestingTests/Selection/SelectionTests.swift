import Testing
import Usher
import UsherTesting

@Suite("A selection against the real gateway", .timeLimit(.minutes(2)))
struct SelectionTests {
    private func begin() async throws -> (TestGateway, SeatMap, SeatSelection) {
        let gateway = try await Evening.begin()
        let map = gateway.client().seatMap("tonight")
        try await gateway.advancing { try await map.ready() }
        return (gateway, map, map.selection(holder: "anna"))
    }

    @Test("an answer that was lost on its way locks once, and the lock is known")
    func lostAnswer() async throws {
        let (gateway, map, selection) = try await begin()
        selection.select("A-1")
        selection.select("A-2")
        gateway.faults.dropNext(.answer, of: "LockSeats")
        let lock = try await gateway.advancing { try await selection.lock() }
        #expect(lock.seats == ["A-1", "A-2"])
        try await gateway.settle()
        #expect(selection.phase == .held && selection.lost.isEmpty)
        #expect(map.states.count { $0 == SeatState.locked.rawValue } == 2)
        #expect(map.position.seq == 1)
    }

    @Test("a seat that somebody else gets is lost with its reason; the lock gets the others")
    func somebodyElse() async throws {
        let (gateway, _, selection) = try await begin()
        selection.select("A-1")
        selection.select("A-2")
        _ = try await gateway.backstage.lockSeats(["A-2"], of: "tonight", holder: "ben")
        try await gateway.settle()
        #expect(selection.lost == [LostSeat(code: "A-2", reason: .locked)])
        let lock = try await gateway.advancing { try await selection.lock() }
        #expect(lock.seats == ["A-1"])
    }

    @Test("a lock whose time passed is over for the customer, its seats stay chosen, and it sells late")
    func expired() async throws {
        let (gateway, map, selection) = try await begin()
        selection.select("A-1")
        _ = try await gateway.advancing { try await selection.lock() }
        try await gateway.advance(by: .minutes(14))
        #expect(selection.phase == .held)
        let left = try #require(selection.remaining)
        #expect(left > .seconds(58) && left <= .seconds(60))
        try await gateway.advance(by: .seconds(65))
        #expect(selection.phase == .expired && selection.lost.isEmpty)
        #expect(selection.selected.map(\.code) == ["A-1"])
        #expect(map.isAvailable(0))
        let outcome = try await gateway.advancing { try await selection.confirm(orderRef: "o") }
        guard case .sold(let sale, late: true) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(sale.seats == ["A-1"])
        try await gateway.settle()
        #expect(selection.lost.isEmpty && selection.phase == .sold)
    }

    @Test("a renewal that the app allows keeps the lock")
    func renewed() async throws {
        let (gateway, _, selection) = try await begin()
        selection.autoRenew = .until(.minutes(40))
        selection.select("A-1")
        _ = try await gateway.advancing { try await selection.lock() }
        try await gateway.advance(by: .minutes(30))
        #expect(selection.phase == .held)
        try await gateway.advance(by: .minutes(20))
        #expect(selection.phase == .expired)
    }

    @Test("a gateway that dies during a confirmation sells once, and the customer hears of it")
    func killed() async throws {
        let (gateway, _, selection) = try await begin()
        selection.select("A-1")
        _ = try await gateway.advancing { try await selection.lock() }
        _ = try await gateway.advancing { try await selection.pay() }
        try await gateway.kill()
        let confirming = Task(executorPreference: gateway.executor) { try await selection.confirm(orderRef: "o") }
        try await gateway.advance(by: .seconds(40))
        #expect(selection.phase == .resolving(.confirm))
        try await gateway.restart()
        try await gateway.advance(by: .minutes(2))
        let outcome = try await confirming.value
        guard case .sold(let sale, late: _) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(try await gateway.backstage.sales(of: "tonight").items == [sale])
    }

    @Test("letting go of a selection frees its seats, and never those that are being paid")
    func letGo() async throws {
        let (gateway, map, _) = try await begin()
        let token: String
        do {
            let held = map.selection(holder: "anna")
            held.select("A-1")
            _ = try await gateway.advancing { try await held.lock() }
            let paying = map.selection(holder: "ben")
            paying.select("A-2")
            token = try await gateway.advancing { try await paying.lock() }.token
            _ = try await gateway.advancing { try await paying.pay() }
            try await gateway.settle()
            #expect(!map.isAvailable(0) && !map.isAvailable(1))
        }
        try await gateway.advance(by: .seconds(2))
        #expect(map.isAvailable(0) && !map.isAvailable(1))
        // The app comes back.
        let again = try await gateway.advancing { try await map.selection(holder: "ben", token: token) }
        #expect(again.phase == .paying && again.selected.map(\.code) == ["A-2"])
    }
}

import Testing
import Usher
import UsherTesting

@Suite struct LifeTests {
    @Test("what was answered before a kill is there after the restart")
    func kill() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        let lock = try await client.lockSeats(["A-1", "A-2"], of: "tonight", holder: "anna")
        let sale = try await client.confirmLock(lock.token, orderRef: "order-1")
        try await gateway.kill()
        let error = await #expect(throws: UsherError.self) {
            try await gateway.advancing { try await client.sale(sale.saleID) }
        }
        #expect(error?.code == .unavailable)
        try await gateway.restart()
        // The channel's pause after a refused connection.
        try await gateway.advance(by: .minutes(1))
        #expect(try await client.sale(sale.saleID) == sale)
    }

    @Test("a stream that a kill cut resumes from its position with the missing delta alone")
    func resume() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        let first = Reader(client, gateway)
        _ = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "anna")
        try await gateway.settle()
        #expect(first.seat(0) == .locked)
        try await gateway.kill()
        try await gateway.settle()
        #expect(first.error?.code == .unavailable)
        try await gateway.restart()
        _ = try await gateway.advancing {
            try await gateway.backstage.lockSeats(["A-2"], of: "tonight", holder: "ben")
        }
        let second = Reader(client, gateway, from: first.replica)
        try await gateway.settle()
        guard case .delta(let delta) = second.events.first else {
            Issue.record("\(second.events)")
            return
        }
        #expect(delta.changes == [SeatChange(seat: 1, state: SeatState.locked.rawValue)])
        #expect(second.seat(0) == .locked)
        #expect(second.replica.position.epoch == first.replica.position.epoch)
    }

    @Test("a restored backup has a new epoch, and its readers get the older map")
    func backup() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        _ = try await client.lockSeats(["A-1"], of: "tonight", holder: "anna")
        let backup = try await gateway.backup()
        _ = try await client.lockSeats(["A-2"], of: "tonight", holder: "ben")
        let first = Reader(client, gateway)
        try await gateway.settle()
        #expect(first.seat(1) == .locked)
        try await gateway.restoreBackup(backup)
        let second = Reader(client, gateway, from: first.replica)
        try await gateway.settle()
        guard case .snapshot(let snapshot) = second.events.first else {
            Issue.record("\(second.events)")
            return
        }
        #expect(snapshot.epoch != first.replica.position.epoch)
        #expect(second.seat(0) == .locked)
        #expect(second.seat(1) == .available)
    }

    @Test("a paying lock whose time passed while the gateway was down has a minute left")
    func paying() async throws {
        let gateway = try await Evening.begin()
        let lock = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "anna")
        _ = try await gateway.backstage.beginPayment(lock.token)
        try await gateway.kill()
        try await gateway.advance(by: .hours(2))
        try await gateway.restart()
        #expect(try await gateway.backstage.lock(lock.token).state == .paying)
        try await gateway.advance(by: .seconds(61))
        #expect(try await gateway.backstage.lock(lock.token).state == .paying)
        try await gateway.advance(by: .seconds(2))
        #expect(try await gateway.backstage.lock(lock.token).state == .expired)
    }

    @Test("a drained gateway says goodbye before it ends its streams")
    func drain() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        try await gateway.settle()
        await gateway.drain(reconnectAfter: .seconds(3), reason: "update")
        try await gateway.settle()
        #expect(reader.events.last == .drain(reconnectAfter: .seconds(3), reason: "update"))
        #expect(!reader.isOver)
        try await gateway.advance(by: .milliseconds(500))
        #expect(reader.error?.code == .unavailable)
    }

    @Test("memory keeps nothing over a kill, and has no backups")
    func memory() async throws {
        var options = TestGateway.Options()
        options.storage = .memory
        let gateway = try await Evening.begin(options)
        let error = await #expect(throws: TestGatewayError.self) { try await gateway.backup() }
        #expect(error?.kind == .wrongState)
        try await gateway.kill()
        try await gateway.restart()
        try await gateway.advance(by: .minutes(1))
        let refusal = await #expect(throws: UsherError.self) { try await gateway.backstage.show("tonight") }
        #expect(refusal?.reason == "SHOW_UNKNOWN")
    }

    @Test("a gateway in the wrong state says so")
    func states() async throws {
        let gateway = try await TestGateway()
        #expect(await #expect(throws: TestGatewayError.self) { try await gateway.restart() }?.kind == .wrongState)
        try await gateway.kill()
        #expect(await #expect(throws: TestGatewayError.self) { try await gateway.kill() }?.kind == .wrongState)
        #expect(await #expect(throws: TestGatewayError.self) { try await gateway.backup() }?.kind == .wrongState)
    }

    @Test("a client outlives its gateway and is told")
    func orphan() async throws {
        var gateway: TestGateway? = try await Evening.begin()
        let client = try #require(gateway).client()
        _ = try await client.show("tonight")
        gateway = nil
        let error = await #expect(throws: UsherError.self) { try await client.show("tonight") }
        #expect(error?.code == .cancelled)
    }
}

import Testing
import Usher
import UsherTesting

@Suite struct StreamFaultTests {
    private func lock(_ seats: String..., at gateway: TestGateway) async throws {
        _ = try await gateway.backstage.lockSeats(seats, of: "tonight", holder: "ben")
        try await gateway.settle()
    }

    @Test("a dropped event is a gap, which the next one shows")
    func gap() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        try await gateway.settle()
        gateway.faults.dropNext(.answer, of: "WatchSeats")
        try await lock("A-1", at: gateway)
        #expect(reader.gaps == 0)
        #expect(reader.seat(0) == .available)
        try await lock("A-2", at: gateway)
        #expect(reader.gaps == 1)
    }

    @Test("an event that comes twice changes nothing twice")
    func twice() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        try await gateway.settle()
        gateway.faults.duplicateNext(.answer, of: "WatchSeats")
        try await lock("A-1", at: gateway)
        #expect(reader.events.count == 3)
        #expect(reader.events[1] == reader.events[2])
        #expect(reader.gaps == 0)
        #expect(reader.replica.position.seq == 1)
    }

    @Test("events that change places are a gap and a repeat")
    func reordered() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        try await gateway.settle()
        gateway.faults.reorderNext(.answer, of: "WatchSeats")
        try await lock("A-1", at: gateway)
        #expect(reader.events.count == 1)
        try await lock("A-2", at: gateway)
        let firsts = reader.events.dropFirst().compactMap { event -> UInt64? in
            guard case .delta(let delta) = event else { return nil }
            return delta.firstSeq
        }
        #expect(firsts == [2, 1])
    }

    @Test("cut streams end with UNAVAILABLE; the connection stays")
    func cut() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        let reader = Reader(client, gateway)
        try await gateway.settle()
        gateway.faults.cutStreams(of: "WatchSeats")
        try await gateway.settle()
        #expect(reader.error?.code == .unavailable)
        #expect(gateway.log.count(.disconnected) == 0)
        gateway.faults.cutConnections()
        try await gateway.settle()
        #expect(gateway.log.count(.disconnected) == 1)
        _ = try await client.show("tonight")
        #expect(gateway.log.count(.connected) == 3)
    }

    @Test("a stream in a black hole hears nothing until it heals, and then everything")
    func blackHole() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client("phone"), gateway)
        let other = Reader(gateway.client("till"), gateway)
        try await gateway.settle()
        gateway.faults.blackHole(client: "phone")
        try await lock("A-1", at: gateway)
        #expect(reader.seat(0) == .available)
        #expect(other.seat(0) == .locked)
        try await gateway.advance(by: .seconds(40))
        #expect(reader.events.count == 1)
        gateway.faults.heal(client: "phone")
        try await gateway.settle()
        #expect(reader.seat(0) == .locked)
        #expect(reader.gaps == 0)
    }

    @Test("a connection that is silent for long is left by its client")
    func silence() async throws {
        let gateway = try await Evening.begin()
        let reader = Reader(gateway.client(), gateway)
        try await gateway.settle()
        gateway.faults.blackHole()
        try await gateway.advance(by: .seconds(49))
        #expect(!reader.isOver)
        try await gateway.advance(by: .seconds(1))
        #expect(reader.error?.code == .unavailable)
        #expect(reader.error?.message.contains("ping") == true)
    }

    @Test("a stalled gateway hears nothing, and acts on all of it when it goes on")
    func stall() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        let reader = Reader(client, gateway)
        try await gateway.settle()
        gateway.faults.stall()
        async let lock = client.lockSeats(["A-1"], of: "tonight", holder: "anna")
        try await gateway.advance { gateway.log.count(.called, of: "LockSeats") == 1 }
        try await gateway.advance(by: .seconds(5))
        #expect(gateway.log.count(.reached, of: "LockSeats") == 0)
        gateway.faults.resume()
        #expect(try await lock.state == .held)
        try await gateway.settle()
        #expect(reader.seat(0) == .locked)
    }

    @Test("a reader that takes nothing gets one merged delta instead of a queue")
    func slow() async throws {
        var options = TestGateway.Options()
        options.window = 64
        let gateway = try await Evening.begin(options)
        let client = gateway.client()
        var events = client.seatEvents(of: "tonight").makeAsyncIterator()
        _ = try await events.next()
        for _ in 0..<20 {
            let lock = try await gateway.backstage.lockSeats(["A-1", "B-6"], of: "tonight", holder: "ben")
            _ = try await gateway.backstage.releaseLock(lock.token)
        }
        try await gateway.settle()
        var replica = SeatMapReplica(
            position: Position(epoch: try await gateway.backstage.show("tonight").show.epoch, seq: 0),
            states: [UInt8](repeating: SeatState.available.rawValue, count: 12), showID: "tonight", hallID: "H1",
            hallRevision: 1)
        var count = 0
        while replica.position.seq < 40, let event = try await events.next() {
            count += 1
            if case .resume = replica.apply(event) { Issue.record("a gap") }
        }
        #expect(replica.position.seq == 40)
        #expect(count < 12)
    }

    @Test("a plan meets the same calls with the same faults, and its chances are kept")
    func plan() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        gateway.faults.plan = FaultPlan(seed: 3, answers: [.delay: 0.5])
        for _ in 0..<200 {
            _ = try await gateway.advancing { try await client.show("tonight") }
        }
        let delays = gateway.log.faults[.delay] ?? 0
        #expect((70...130).contains(delays))
        #expect(gateway.log.faults.count == 1)
    }
}

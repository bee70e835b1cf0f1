import Testing
import Usher
import UsherTesting

@Suite struct FollowedMapTests {
    private func truth(_ gateway: TestGateway) async throws -> (states: [UInt8], position: Position) {
        guard case .snapshot(let snapshot) = try await gateway.backstage.seats(of: "tonight") else {
            throw TestGatewayError(.wrongState, "no snapshot")
        }
        return (snapshot.states, Position(epoch: snapshot.epoch, seq: snapshot.seq))
    }

    private func follow(_ client: UsherClient, _ gateway: TestGateway) async throws -> SeatMap {
        let map = client.seatMap("tonight")
        try await gateway.advance(atMost: .seconds(1)) { map.connection == .live && map.hall != nil }
        return map
    }

    @Test("a map lives through a kill in mid-stream, and resumes from its position")
    func kill() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        let map = try await follow(client, gateway)
        _ = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "ben")
        try await gateway.settle()
        let before = map.position
        try await gateway.kill()
        try await gateway.advance(by: .seconds(2))
        guard case .waiting = map.connection else {
            Issue.record("\(map.connection)")
            return
        }
        #expect(SeatState(rawValue: map.states[0]) == .locked)
        try await gateway.restart()
        _ = try await gateway.advancing {
            try await gateway.backstage.lockSeats(["A-2"], of: "tonight", holder: "ben")
        }
        try await gateway.advance(atMost: .seconds(31)) { map.connection == .live }
        #expect(map.states == (try await truth(gateway)).states)
        #expect(map.position == Position(epoch: before.epoch, seq: before.seq + 1))
        #expect(map.reconnects >= 1)
    }

    @Test("a map of a restored backup goes back with its gateway, and says why")
    func restored() async throws {
        let gateway = try await Evening.begin()
        let backup = try await gateway.backup()
        let client = gateway.client()
        let map = try await follow(client, gateway)
        _ = try await client.lockSeats(["A-1"], of: "tonight", holder: "anna")
        try await gateway.settle()
        var updates = map.updates.makeAsyncIterator()
        _ = try await updates.next()
        try await gateway.restoreBackup(backup)
        let old = map.position.epoch
        try await gateway.advance(atMost: .seconds(31)) { map.connection == .live && map.position.epoch != old }
        #expect(SeatState(rawValue: map.states[0]) == .available)
        let update = try await updates.next()
        #expect(update?.reason == .historyLost)
        #expect(update?.changes == [SeatChange(0, .available)])
    }

    @Test("a lost event is noticed and made good")
    func gap() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client()
        let map = try await follow(client, gateway)
        gateway.faults.dropNext(.answer, of: "WatchSeats")
        for seat in ["A-1", "A-2"] {
            _ = try await gateway.backstage.lockSeats([seat], of: "tonight", holder: "ben")
            try await gateway.settle()
        }
        try await gateway.advance(by: .seconds(10))
        #expect(map.states == (try await truth(gateway)).states)
        #expect(gateway.log.faults == [.drop: 1])
    }

    @Test("out of a black hole, networkChanged() brings the map back at once")
    func networkChanged() async throws {
        let gateway = try await Evening.begin()
        let client = gateway.client("phone")
        let map = try await follow(client, gateway)
        gateway.faults.blackHole(client: "phone")
        _ = try await gateway.backstage.lockSeats(["A-1"], of: "tonight", holder: "ben")
        try await gateway.advance(by: .minutes(2))
        #expect(map.connection != .live)
        gateway.faults.heal(client: "phone")
        client.networkChanged()
        try await gateway.settle()
        #expect(map.connection == .live)
        #expect(SeatState(rawValue: map.states[0]) == .locked)
    }

    @Test("after a rough evening of any seed, every map is the gateway's", arguments: [1, 2, 3, 4, 5] as [UInt64])
    func rough(seed: UInt64) async throws {
        var options = TestGateway.Options()
        options.seed = seed
        let gateway = try await Evening.begin(options)
        gateway.faults.plan = .rough(seed: seed)
        try await gateway.run {
            let clients = (1...3).map { gateway.client("c\($0)") }
            let maps = clients.map { $0.seatMap("tonight") }
            var generator = SeededGenerator(seed: seed)
            for step in 0..<40 {
                let client = clients[step % 3]
                let seat = "\(Bool.random(using: &generator) ? "A" : "B")-\(Int.random(in: 1...6, using: &generator))"
                do {
                    _ = try await gateway.advancing {
                        try await client.lockSeats([seat], of: "tonight", holder: "h\(step)", ttl: .seconds(25))
                    }
                } catch let error as UsherError {
                    #expect(error.reason == "SEAT_TAKEN" || error.code == .unavailable, "seed \(seed): \(error)")
                }
                try await gateway.advance(by: .milliseconds(Int64.random(in: 0...4_000, using: &generator)))
                if step == 20 {
                    try await gateway.kill()
                    try await gateway.advance(by: .seconds(5))
                    try await gateway.restart()
                }
            }
            gateway.faults.clear()
            try await gateway.advance(by: .minutes(3))
            let truth = try await truth(gateway)
            for map in maps {
                #expect(map.connection == .live, "seed \(seed)")
                #expect(map.states == truth.states, "seed \(seed)")
                #expect(map.position == truth.position, "seed \(seed)")
            }
        }
        #expect(gateway.log.faults.values.reduce(0, +) > 10)
    }
}

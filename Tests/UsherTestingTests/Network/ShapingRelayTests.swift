import Glibc
import Testing
import UsherCore
import UsherTesting

@Suite(.timeLimit(.minutes(2))) struct ShapingRelayTests {
    /// A relay, the listener behind it, and a pair of sockets that it joins.
    private struct Rig {
        let relay: ShapingRelay
        let listener: PlainSocket

        init(_ conditions: NetworkConditions = NetworkConditions()) throws {
            let (listener, port) = try PlainSocket.listening()
            self.listener = listener
            relay = try ShapingRelay(to: "127.0.0.1", port: port, conditions: conditions)
        }

        /// The server's side stands before the relay knows that it does: waits for that too.
        func pair() async throws -> (client: PlainSocket, server: PlainSocket) {
            let before = relay.counts.connections.count(where: \.hasReachedServer)
            let client = try PlainSocket.connected(to: relay.port)
            let server = try listener.accepted()
            try await until { $0.connections.count(where: \.hasReachedServer) > before }
            return (client, server)
        }

        /// Looks again until `condition` holds, 10 s at most.
        func until(_ condition: (RelayCounts) -> Bool) async throws {
            for _ in 0..<2_000 where !condition(relay.counts) {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(condition(relay.counts), "\(relay.counts)")
        }
    }

    @Test("bytes and ends get through in both directions and are counted")
    func passes() async throws {
        let rig = try Rig()
        let (client, server) = try await rig.pair()
        let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let reading = Task { try server.read(large.count) }
        try client.write(large)
        #expect(try await reading.value == large)
        try server.write([1, 2, 3])
        #expect(try client.read(3) == [1, 2, 3])
        client.finish()
        #expect(server.read() == .end)
        // Half closed: the other direction still works.
        try server.write([4])
        #expect(try client.read(1) == [4])
        server.finish()
        #expect(client.read() == .end)
        try await rig.until { $0.connectionsOpen == 0 }
        let counts = rig.relay.counts
        #expect(counts.connectionsOpened == 1 && counts.up.taken == 300_000 && counts.up.delivered == 300_000)
        #expect(counts.down.delivered == 4 && counts.up.lost == 0)
        #expect(counts.connections.map(\.down.taken) == [4] && counts.connections[0].isOpen == false)
    }

    @Test("nothing arrives before its delay, the handshake included, nor faster than the rate")
    func delays() async throws {
        var conditions = NetworkConditions(roundTrip: .milliseconds(80), rate: 1_000_000)
        let begun = ShapingRelay.now
        let rig = try Rig(conditions)
        let (client, server) = try await rig.pair()
        try client.write([7])
        #expect(try server.read(1) == [7])
        #expect(ShapingRelay.now - begun >= 120_000_000, "a handshake of 80 ms, and 40 ms on the way")
        try server.write([8])
        #expect(try client.read(1) == [8])
        #expect(ShapingRelay.now - begun >= 160_000_000)
        let sent = ShapingRelay.now
        let reading = Task { try server.read(20_000) }
        try client.write([UInt8](repeating: 1, count: 20_000))
        _ = try await reading.value
        #expect(ShapingRelay.now - sent >= 200_000_000, "160,000 bits at 1 Mbit/s, and 40 ms")
        conditions.delayDown = .seconds(1_000)
        let far = conditions
        await rig.relay.change { $0 = far }
        #expect(rig.relay.conditions.delayDown == .seconds(60), "no delay is longer than a minute")
    }

    @Test("a stall loses nothing: what was sent meanwhile arrives when it is over, on old and new connections")
    func stalls() async throws {
        let rig = try Rig()
        let (client, server) = try await rig.pair()
        await rig.relay.change { $0.passage = .stall }
        try client.write([1, 2])
        try server.write([3])
        let late = try PlainSocket.connected(to: rig.relay.port)
        try late.write([4])
        try await rig.until { $0.connectionsOpen == 2 }
        #expect(rig.relay.counts.up.delivered == 0 && rig.relay.counts.down.delivered == 0)
        await rig.relay.change { $0.passage = .pass }
        #expect(try server.read(2) == [1, 2])
        #expect(try client.read(1) == [3])
        #expect(try rig.listener.accepted().read(1) == [4])
        #expect(rig.relay.counts.up.lost == 0)
    }

    @Test("a stalled connection whose client goes away costs no processor, and its end is passed on afterwards")
    func hangup() async throws {
        let rig = try Rig()
        var pair: (client: PlainSocket, server: PlainSocket)? = try await rig.pair()
        let server = try #require(pair?.server)
        await rig.relay.change { $0.passage = .stall }
        try pair?.client.write([9])
        pair = nil
        let before = clock()
        try await Task.sleep(for: .milliseconds(300))
        #expect(clock() - before < 200_000, "microseconds of processor time while nothing moves")
        await rig.relay.change { $0.passage = .pass }
        #expect(try server.read(1) == [9])
        #expect(server.read() == .end)
    }

    @Test("what is swallowed is gone for ever, its connection hangs, and new ones work when it is over")
    func swallows() async throws {
        let rig = try Rig()
        let (client, server) = try await rig.pair()
        await rig.relay.change { $0.passage = .swallow }
        try client.write([1])
        try server.write([2, 2])
        let meanwhile = try PlainSocket.connected(to: rig.relay.port)
        try meanwhile.write([3])
        try await rig.until { $0.up.lost == 2 && $0.down.lost == 2 }
        await rig.relay.change { $0.passage = .pass }
        try client.write([4])
        try await rig.until { $0.up.lost == 3 }
        let (fresh, other) = try await rig.pair()
        try fresh.write([5])
        #expect(try other.read(1) == [5])
        #expect(rig.relay.counts.connections.map(\.isDead) == [true, true, false])
        try await rig.until { $0.up.delivered == 1 && $0.connectionsOpen == 3 }
    }

    @Test("a cut resets both sides, or ends both in order; the next connection works")
    func cuts() async throws {
        let rig = try Rig()
        let (client, server) = try await rig.pair()
        await rig.relay.cut(.reset)
        #expect(client.read() == .failed(ECONNRESET) && server.read() == .failed(ECONNRESET))
        let (second, peer) = try await rig.pair()
        await rig.relay.cut(.end)
        #expect(second.read() == .end && peer.read() == .end)
        second.finish()
        peer.finish()
        try await rig.until { $0.connectionsOpen == 0 }
        let (third, last) = try await rig.pair()
        try third.write([1])
        #expect(try last.read(1) == [1])
    }

    @Test("a relay that refuses resets who comes and lets the others go on; without a server it resets as well")
    func refuses() async throws {
        let rig = try Rig()
        let (client, server) = try await rig.pair()
        await rig.relay.change { $0.passage = .refuse }
        #expect(try PlainSocket.connected(to: rig.relay.port).read() == .failed(ECONNRESET))
        try client.write([1])
        #expect(try server.read(1) == [1])
        #expect(rig.relay.counts.connectionsRefused == 1)
        // Nobody listens there any more.
        let lost = try ShapingRelay(to: "127.0.0.1", port: try PlainSocket.listening().port)
        #expect(try PlainSocket.connected(to: lost.port).read() == .failed(ECONNRESET))
    }

    @Test("a receiver that does not read holds its sender back: the relay keeps no more than its buffer")
    func bounded() async throws {
        var conditions = NetworkConditions()
        conditions.bufferBytes = 8 << 10
        let rig = try Rig(conditions)
        await rig.relay.change { $0.passage = .stall }
        let client = try PlainSocket.connected(to: rig.relay.port)
        let sending = Task { try client.write([UInt8](repeating: 1, count: 256 << 10)) }
        await rig.relay.change { $0.delayUp = .milliseconds(20) }
        await rig.relay.change { $0.passage = .pass }
        let server = try rig.listener.accepted()
        var most = 0
        var got = 0
        while got < 256 << 10 {
            guard case .bytes(let bytes) = server.read() else { break }
            got += bytes.count
            let counts = rig.relay.counts
            most = max(most, counts.up.taken - counts.up.delivered)
        }
        try await sending.value
        #expect(got == 256 << 10)
        #expect(most <= 8 << 10 + 1_460, "a packet more than the buffer at most, not \(most)")
    }

    @Test("a closed relay has freed its port, and asking it for something more is harmless")
    func closes() async throws {
        let rig = try Rig()
        let (client, server) = try await rig.pair()
        rig.relay.close()
        rig.relay.close()
        #expect(client.read() == .failed(ECONNRESET) && server.read() == .failed(ECONNRESET))
        await rig.relay.change { $0.passage = .stall }
        await rig.relay.cut()
        #expect(throws: PlainSocket.SocketFailure.self) { try PlainSocket.connected(to: rig.relay.port) }
    }

    @Test(
        "the line protocol does what it says",
        arguments: [
            ("stall", "ok"), ("pass", "ok"), (" refuse ", "ok"), ("cut reset", "ok"), ("delay 150 150", "ok"),
            ("rate 1000000", "ok"), ("rate 64000 each", "ok"), ("rate none", "ok"), ("", "error"), ("fly", "error"),
            ("cut sideways", "error"), ("delay 1", "error"), ("delay -1 5", "error"), ("rate 5", "error"),
            ("rate 64000 some", "error"), ("counts", "ok {"),
        ])
    func control(_ line: String, _ answer: String) async throws {
        let rig = try Rig()
        #expect(await RelayControl(rig.relay).obey(line).hasPrefix(answer))
        let conditions = rig.relay.conditions
        switch line {
        case "stall": #expect(conditions.passage == .stall)
        case " refuse ": #expect(conditions.passage == .refuse)
        case "delay 150 150":
            #expect(conditions.delayUp == .milliseconds(150) && conditions.delayDown == conditions.delayUp)
        case "rate 64000 each": #expect(conditions.rate == 64_000 && !conditions.isRateShared)
        default: #expect(conditions.delayUp == .zero && conditions.passage == .pass)
        }
    }
}

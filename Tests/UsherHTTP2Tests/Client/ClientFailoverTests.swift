import CSystem
import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite("A client with several addresses", .timeLimit(.minutes(5)))
struct ClientFailoverTests {
    private static let second: Int64 = 1_000_000_000

    private static func away() -> ScriptedServer {
        let server = ScriptedServer { $0.hangUp() }
        server.stop()
        return server
    }

    /// Waits until `server` has been connected to.
    private static func reached(_ server: ScriptedServer, _ count: Int = 1) async {
        while server.connections < count { await Task.yield() }
    }

    @Test("one that is not there is passed over")
    func refused() async throws {
        let server = ScriptedServer(serving(2))
        try await withChannel(Self.away(), server) { (channel: Channel, _: Reactor) async throws in
            #expect(await ask(channel) == "2")
        }
    }

    @Test("when none is there, the error names each and why")
    func allAway() async throws {
        let (first, second) = (Self.away(), ScriptedServer { $0.hangUp() })
        try await withChannel(first, second) { (channel: Channel, _: Reactor) async throws in
            let text = await ask(channel)
            #expect(text.hasPrefix("UNAVAILABLE: no server can be reached: "))
            #expect(text.contains("127.0.0.1:\(first.port): cannot connect to 127.0.0.1 port \(first.port)"))
            #expect(text.contains("refused"))
            #expect(text.contains("127.0.0.1:\(second.port): the "))
        }
    }

    @Test("one that says nothing holds a round for five seconds after the others failed, and then they are tried again")
    func silentHoldsNobody() async throws {
        let silent = ScriptedServer { $0.waitForEnd() }
        let away = Self.away()
        try await withChannel(silent, away) { (channel: Channel, reactor: Reactor) async throws in
            let answer = Mutex("")
            let asking = Task {
                let text = await ask(channel)
                answer.withLock { $0 = text }
            }
            await Self.reached(silent)
            var passed: Int64 = 0
            while answer.withLock({ $0.isEmpty }) {
                await reactor.advance(by: Self.second / 10)
                passed += Self.second / 10
                for _ in 0..<20 { await Task.yield() }
            }
            await asking.value
            #expect(passed < Limits.connectTimeout)
            let text = answer.withLock { $0 }
            #expect(text.hasPrefix("UNAVAILABLE: no server can be reached: "))
            #expect(text.contains("127.0.0.1:\(away.port)") && text.contains("timed out"))
        }
    }

    @Test("one that accepts and says nothing costs two seconds and no more, also the next time nothing")
    func silent() async throws {
        let silent = ScriptedServer { $0.waitForEnd() }
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                peer.reply(stream, [2])
                peer.breakOff()
            }, serving(3))
        try await withChannel(silent, server) { (channel: Channel, reactor: Reactor) async throws in
            async let answer = ask(channel)
            await Self.reached(silent)
            await reactor.advance(by: Limits.endpointDelay)
            #expect(await answer == "2")
            while await ask(channel) != "3" {}
            #expect(silent.connections == 1)
        }
    }

    @Test("a server that says it goes away is left for the next one, and found again when it is back")
    func drain() async throws {
        let left = Signal()
        let first = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                peer.reply(stream, [1])
                peer.goAway(last: .max, "shutdown")
                peer.roundTrip()
                left.fire()
                peer.waitForEnd()
            }, serving(3))
        let second = ScriptedServer(serving(2))
        try await withChannel(first, second) { (channel: Channel, reactor: Reactor) async throws in
            #expect(await ask(channel) == "1")
            await left.wait()
            #expect(await ask(channel) == "2")
            let stream = channel.serverStream("/test.Echo/Watch", [1])
            #expect(try await stream.next() == [2])
            await reactor.advance(by: 61 * Self.second)
            await Self.reached(first, 2)
            while await ask(channel) != "3" {}
            #expect(await ask(channel) == "3")
            // The old stream runs to its end where it was.
            stream.cancel()
        }
    }

    @Test("a server that ends old connections, as their age demands, is not left")
    func maxAge() async throws {
        let left = Signal()
        let first = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                peer.accept(stream)
                peer.message(stream, [1])
                peer.goAway(last: .max)
                peer.goAway(last: stream, "max_age")
                peer.roundTrip()
                left.fire()
                peer.waitForEnd()
            }, serving(3))
        try await withChannel(first, ScriptedServer(serving(2))) { (channel: Channel, _: Reactor) async throws in
            let stream = channel.serverStream("/test.Echo/Watch", [1])
            #expect(try await stream.next() == [1])
            await left.wait()
            #expect(await ask(channel) == "3")
        }
    }

    @Test("a call that no server looked at goes to another address within its deadline")
    func moved() async throws {
        let first = ScriptedServer { peer in
            peer.greet()
            guard peer.request() != nil else { return }
            peer.goAway(last: 0, "shutdown")
            peer.waitForEnd()
        }
        try await withChannel(first, ScriptedServer(serving(2))) { (channel: Channel, _: Reactor) async throws in
            #expect(await ask(channel, 0, CallOptions(timeout: 60 * Self.second)) == "2")
            #expect(first.connections == 1)
        }
    }

    @Test("clients that shuffle spread over the addresses")
    func shuffled() async throws {
        let servers = (ScriptedServer(serving(1)), ScriptedServer(serving(2)))
        var counts: [String: Int] = [:]
        for _ in 0..<40 {
            try await withTwo(servers) { (channel: Channel) async throws in counts[await ask(channel), default: 0] += 1
            }
        }
        // Each one less often than this: once in 4 billion runs.
        #expect(counts["1", default: 0] > 3)
        #expect(counts["2", default: 0] > 3)
    }

    private func withTwo(
        _ servers: (ScriptedServer, ScriptedServer), _ body: (Channel) async throws -> Void
    ) async throws {
        let addresses = [servers.0, servers.1].map { ChannelAddress(host: "127.0.0.1", port: $0.port) }
        let channel = try Channel(addresses: addresses)
        defer { channel.close() }
        try await body(channel)
    }

    // MARK: One name with several addresses

    private static func address(_ text: String, _ port: UInt16 = 1) -> usher_address {
        var address = usher_address()
        _ = usher_parse_address(text, port, &address)
        return address
    }

    private static func text(_ address: usher_address) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            let count = withUnsafePointer(to: address) { usher_address_text($0, buffer.baseAddress!, 64) }
            return String(decoding: buffer[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    @Test("IPv6 and IPv4 take turns, beginning with what the system puts first")
    func interleaved() {
        func order(_ texts: [String]) -> [String] {
            Resolver.interleaved(texts.map { Self.address($0) }).map(Self.text)
        }
        #expect(
            order(["::1", "::2", "::3", "1.1.1.1", "2.2.2.2"])
                == ["[::1]:1", "1.1.1.1:1", "[::2]:1", "2.2.2.2:1", "[::3]:1"])
        #expect(order(["1.1.1.1", "2.2.2.2", "::1"]) == ["1.1.1.1:1", "[::1]:1", "2.2.2.2:1"])
        #expect(order([]) == [])
    }

    @Test("an address that swallows everything costs a quarter of a second: the next one is tried beside it")
    func blackHole() async throws {
        let hole = try BlackHole()
        let server = ScriptedServer(serving(5))
        let asked = Mutex(0)
        let found = [Self.address("127.0.0.1", hole.port), Self.address("127.0.0.1", server.port)]
        let lookUp: Resolver.LookUp = { _, _ in
            asked.withLock { $0 += 1 }
            return .success(found)
        }
        let reactor = try Reactor()
        try reactor.start()
        var options = ChannelOptions()
        options.lookUp = lookUp
        let channel = Channel(host: "two.example", port: 1, options: options, reactor: reactor)
        defer {
            channel.close()
            reactor.stop()
            server.stop()
        }
        async let answer = ask(channel)
        // The lookup is a thread's: until it is over no time may pass that the attempts need.
        while asked.withLock({ $0 }) == 0 { await Task.yield() }
        for _ in 0..<50 where server.connections == 0 {
            await reactor.advance(by: 10_000_000)
            await Task.yield()
        }
        #expect(await answer == "5")
        withExtendedLifetime(hole) {}
    }

    @Test("a name is asked for again with each connection, and when nobody answers, what it stood for will do")
    func lookups() async throws {
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                peer.reply(stream, [1])
                peer.breakOff()
            }, serving(2))
        let asked = Mutex(0)
        let found = [Self.address("127.0.0.1", server.port)]
        let reactor = try Reactor()
        try reactor.start()
        defer {
            reactor.stop()
            server.stop()
        }
        var options = ChannelOptions()
        options.lookUp = { _, _ in
            let count = asked.withLock { count in
                count += 1
                return count
            }
            return count == 1 ? .success(found) : .failure(RPCError(.unavailable, "no answer"))
        }
        let channel = Channel(host: "one.example", port: 1, options: options, reactor: reactor)
        defer { channel.close() }
        #expect(await ask(channel) == "1")
        while await ask(channel) != "2" {}
        #expect(asked.withLock { $0 } >= 2)
    }
}

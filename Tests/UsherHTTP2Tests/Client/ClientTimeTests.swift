import Glibc
import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

/// Keepalive by gRPC's A8, and the end of idle connections (protocol checklist 2.4), by a clock that the tests move.
@Suite("A client and the time that passes", .timeLimit(.minutes(5)))
struct ClientTimeTests {
    private static let second: Int64 = 1_000_000_000
    private static let minute = 60 * second
    private static let hour = 60 * minute

    /// Runs `body` with a channel to `server` on a loop of its own.
    private func with(
        _ server: ScriptedServer, keepalive: Int64? = hour, idle: Int64? = nil, withoutCalls: Bool = false,
        _ body: (Channel, Reactor) async throws -> Void
    ) async throws {
        var options = ChannelOptions()
        options.keepalive = keepalive
        options.keepaliveWithoutCalls = withoutCalls
        options.idleTimeout = idle
        let reactor = try Reactor()
        try reactor.start()
        let channel = Channel(host: "127.0.0.1", port: server.port, options: options, reactor: reactor)
        defer {
            channel.close()
            reactor.stop()
        }
        try await body(channel, reactor)
    }

    /// Answers each call with the number of pings that came before.
    private static let counting: ScriptedServer.Script = { peer in
        peer.greet()
        while let stream = peer.request() { peer.reply(stream, [UInt8(peer.pings)]) }
    }

    /// The same for the messages of one stream.
    private static let countingStream: ScriptedServer.Script = { peer in
        peer.greet()
        guard let stream = peer.opened() else { return }
        peer.accept(stream)
        while peer.piece() != nil { peer.message(stream, [UInt8(peer.pings)]) }
    }

    private static func pings(_ channel: Channel) async throws -> Int {
        Int(try await channel.unary("/test.Echo/Say", []).message.first ?? 255)
    }

    private static func pings(_ stream: any ClientDuplexStream) async throws -> Int {
        try await stream.send([])
        return Int(try await stream.next()?.first ?? 255)
    }

    private static func failure(_ stream: any ClientStream) async -> RPCError? {
        do throws(RPCError) {
            _ = try await stream.next()
            return nil
        } catch {
            return error
        }
    }

    @Test("2.4 no ping leaves while no call runs")
    func withoutCalls() async throws {
        let server = ScriptedServer(Self.counting)
        try await with(server) { (channel: Channel, reactor: Reactor) async throws in
            #expect(try await Self.pings(channel) == 0)
            for _ in 0..<10 { await reactor.advance(by: Self.hour) }
            // The call itself may bring one, after so long a silence.
            #expect(try await Self.pings(channel) <= 1)
            #expect(server.connections == 1)
        }
    }

    @Test("2.4 pings leave without calls if they are asked for")
    func askedFor() async throws {
        let server = ScriptedServer(Self.counting)
        try await with(server, withoutCalls: true) { (channel: Channel, reactor: Reactor) async throws in
            for count in 0..<4 {
                #expect(try await Self.pings(channel) == count)
                await reactor.advance(by: Self.hour + Self.second)
            }
            #expect(server.connections == 1)
        }
    }

    @Test("2.4 the time to the next ping is measured from the last byte read")
    func lastByte() async throws {
        let server = ScriptedServer(Self.countingStream)
        try await with(server) { (channel: Channel, reactor: Reactor) async throws in
            let stream = channel.stream("/test.Echo/Chat", reply: .many)
            for _ in 0..<4 {
                #expect(try await Self.pings(stream) == 0)
                await reactor.advance(by: 40 * Self.minute)
            }
            #expect(try await Self.pings(stream) == 0)
            await reactor.advance(by: Self.hour + Self.second)
            #expect(try await Self.pings(stream) == 1)
        }
    }

    @Test(
        "2.4 GOAWAY with ENHANCE_YOUR_CALM and too_many_pings doubles the time, and nothing else does",
        arguments: [(11, "too_many_pings", true), (11, "calm down", false), (0, "too_many_pings", false)]
            as [(UInt32, String, Bool)])
    func doubling(code: UInt32, text: String, doubles: Bool) async throws {
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.opened() else { return }
                peer.accept(stream)
                guard peer.awaitPing() else { return }
                peer.goAway(last: 0, code: code, text)
                peer.waitForEnd()
            }, Self.countingStream)
        try await with(server) { (channel: Channel, reactor: Reactor) async throws in
            let first = channel.stream("/test.Echo/Chat", reply: .many)
            _ = try await first.headers()
            await reactor.advance(by: Self.hour + Self.second)
            #expect(await Self.failure(first)?.code == .unavailable)
            let second = channel.stream("/test.Echo/Chat", reply: .many)
            #expect(try await Self.pings(second) == 0)
            await reactor.advance(by: Self.hour + Self.second)
            #expect(try await Self.pings(second) == (doubles ? 0 : 1))
            guard doubles else { return }
            await reactor.advance(by: 2 * Self.hour + Self.second)
            #expect(try await Self.pings(second) == 1)
        }
    }

    @Test("2.4 a ping that stays unanswered ends the connection's calls with UNAVAILABLE")
    func unanswered() async throws {
        let server = ScriptedServer { peer in
            peer.answersPings = false
            peer.greet()
            guard let stream = peer.opened() else { return }
            peer.accept(stream)
            peer.waitForEnd()
        }
        try await with(server) { (channel: Channel, reactor: Reactor) async throws in
            let stream = channel.stream("/test.Echo/Chat", reply: .many)
            _ = try await stream.headers()
            await reactor.advance(by: Self.hour + Limits.keepaliveTimeout + Self.second)
            let error = await Self.failure(stream)
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("ping") == true)
        }
    }

    @Test("2.3 a server that answers pings but never a call: keepalive cannot know, deadline and cancel end the call")
    func silent() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard peer.request() != nil, peer.request() != nil else { return }
            while let stream = peer.request() { peer.reply(stream, [UInt8(peer.pings)]) }
        }
        try await with(server) { (channel: Channel, reactor: Reactor) async throws in
            let silent = channel.serverStream("/test.Echo/Watch", [], options: CallOptions(timeout: 6 * Self.hour))
            let other = channel.serverStream("/test.Echo/Watch", [])
            for count in 0..<5 {
                #expect(try await Self.pings(channel) == count)
                await reactor.advance(by: Self.hour + Self.second)
            }
            #expect(try await Self.pings(channel) == 5)
            await reactor.advance(by: Self.hour)
            #expect(await Self.failure(silent)?.code == .deadlineExceeded)
            other.cancel()
            #expect(await Self.failure(other)?.code == .cancelled)
            #expect(server.connections == 1)
        }
    }

    @Test("2.4 pings keep ten seconds between them at least")
    func clamped() {
        var options = ChannelOptions()
        options.keepalive = 1
        #expect(options.keepalive == 10 * Self.second)
        #expect(ChannelOptions().keepalive == nil)
        #expect(ChannelOptions().keepaliveTimeout == 20 * Self.second)
    }

    @Test("2.4 with a keepalive the kernel gives up as early (TCP_USER_TIMEOUT), and without one it is left alone")
    func userTimeout() async throws {
        for keepalive in [Self.hour, nil] {
            let server = ScriptedServer(Self.counting)
            try await with(server, keepalive: keepalive) { (channel: Channel, _: Reactor) async throws in
                _ = try await Self.pings(channel)
                let expected = keepalive == nil ? 0 : Limits.keepaliveTimeout / 1_000_000
                #expect(Self.userTimeouts(port: server.port) == [Int32(expected)])
            }
        }
    }

    /// TCP_USER_TIMEOUT in milliseconds of this process's sockets whose peer has `port`.
    private static func userTimeouts(port: UInt16) -> [Int32] {
        (0..<4_096).compactMap { descriptor -> Int32? in
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getpeername(Int32(descriptor), $0, &length)
                }
            }
            guard code == 0, UInt16(bigEndian: address.sin_port) == port else { return nil }
            var value: Int32 = -1
            var size = socklen_t(MemoryLayout<Int32>.size)
            // Linux's TCP_USER_TIMEOUT.
            return getsockopt(Int32(descriptor), Int32(IPPROTO_TCP), 18, &value, &size) == 0 ? value : nil
        }
    }

    @Test("2.6 a connection that no call used for half an hour is closed, and the next call makes another")
    func idle() async throws {
        let server = ScriptedServer(Self.counting)
        try await with(server, keepalive: nil, idle: ChannelOptions().idleTimeout) {
            (channel: Channel, reactor: Reactor) async throws in
            for _ in 0..<4 {
                _ = try await Self.pings(channel)
                await reactor.advance(by: 29 * Self.minute)
            }
            #expect(server.connections == 1)
            await reactor.advance(by: 2 * Self.minute)
            _ = try await Self.pings(channel)
            #expect(server.connections == 2)
        }
    }

    @Test("2.6 a connection with a call is not idle, however long nothing happens on it")
    func notIdle() async throws {
        let server = ScriptedServer(Self.countingStream)
        try await with(server, keepalive: nil, idle: ChannelOptions().idleTimeout) {
            (channel: Channel, reactor: Reactor) async throws in
            let stream = channel.stream("/test.Echo/Chat", reply: .many)
            #expect(try await Self.pings(stream) == 0)
            for _ in 0..<5 { await reactor.advance(by: Self.hour) }
            #expect(try await Self.pings(stream) == 0)
            #expect(server.connections == 1)
        }
    }

    @Test("a server that allows no stream keeps calls waiting until their deadlines, and until it allows one")
    func noStreams() async throws {
        let isAllowed = Mutex(false)
        let stands = Signal()
        let server = ScriptedServer { peer in
            peer.greet([(3, 0)])
            peer.roundTrip()
            stands.fire()
            while !isAllowed.withLock({ $0 }) { peer.roundTrip() }
            peer.settings([(3, 1)])
            while let stream = peer.request() { peer.reply(stream, [7]) }
        }
        try await with(server, keepalive: nil) { (channel: Channel, reactor: Reactor) async throws in
            let first = channel.serverStream("/test.Echo/Watch", [], options: CallOptions(timeout: Self.hour))
            let second = channel.serverStream("/test.Echo/Watch", [], options: CallOptions(timeout: 9 * Self.hour))
            await stands.wait()
            await reactor.advance(by: Self.hour + Self.second)
            #expect(await Self.failure(first)?.code == .deadlineExceeded)
            isAllowed.withLock { $0 = true }
            #expect(try await second.next() == [7])
        }
    }
}

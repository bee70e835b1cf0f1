import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite("A client whose network changes, and that nobody looks at", .timeLimit(.minutes(5)))
struct ClientNetworkTests {
    private static let second: Int64 = 1_000_000_000
    private static let hour = 3_600 * second

    /// Takes the first call, and from then on not even pings.
    private static let dying: ScriptedServer.Script = { peer in
        peer.greet()
        guard let stream = peer.request() else { return }
        peer.reply(stream, [1])
        peer.answersPings = false
        peer.waitForEnd()
    }

    @Test("new calls take a fresh connection at once, and calls on one that is dead end with UNAVAILABLE soon")
    func dead() async throws {
        let server = ScriptedServer(Self.dying, serving(2))
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            #expect(await ask(channel) == "1")
            let hanging = channel.serverStream("/test.Echo/Watch", [1])
            channel.networkChanged()
            #expect(await ask(channel) == "2")
            await reactor.advance(by: Limits.doubtPatience + Self.second)
            do throws(RPCError) {
                _ = try await hanging.next()
                Issue.record("a dead connection brought a message")
            } catch {
                #expect(error.code == .unavailable)
                #expect(error.message.contains("did not survive"))
            }
            #expect(await ask(channel) == "2")
            #expect(server.connections == 2)
        }
    }

    @Test("a connection that answers lives on with its streams, and takes calls again")
    func alive() async throws {
        let asked = Signal()
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.opened() else { return }
                peer.accept(stream)
                peer.message(stream, [1])
                guard peer.awaitPing() else { return }
                // The answer has arrived when this returns.
                peer.roundTrip()
                asked.fire()
                peer.message(stream, [2])
                while let stream = peer.request() { peer.reply(stream, [3]) }
            }, serving(9))
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            let stream = channel.serverStream("/test.Echo/Watch", [0])
            #expect(try await stream.next() == [1])
            channel.networkChanged()
            await asked.wait()
            #expect(try await stream.next() == [2])
            #expect(await ask(channel) == "3")
            await reactor.advance(by: Limits.doubtPatience + Self.second)
            #expect(await ask(channel) == "3")
            #expect(server.connections == 1)
        }
    }

    @Test("the pause after a failed attempt ends, and the next pause is the first again")
    func pauseEnds() async throws {
        let server = ScriptedServer({ $0.hangUp() }, serving(1))
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            #expect(await ask(channel).hasPrefix("UNAVAILABLE"))
            async let patient = ask(channel, 0, CallOptions(waitsForReady: true))
            await withCheckedContinuation { done in reactor.post { done.resume() } }
            channel.networkChanged()
            #expect(await patient == "1")
        }
    }

    @Test("a call that waited through a pause says what for when its deadline passes")
    func pauseDeadline() async throws {
        let server = ScriptedServer { $0.hangUp() }
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            #expect(await ask(channel).hasPrefix("UNAVAILABLE"))
            let text = await ask(channel, 0, CallOptions(timeout: 1_000_000, waitsForReady: true))
            #expect(text.hasPrefix("DEADLINE_EXCEEDED: the deadline passed in the pause before the next attempt"))
            #expect(text.contains("the server closed the connection") || text.contains("broke"))
        }
    }

    @Test("suspended, a client keeps no idle connection and still makes calls; resumed, it is as before")
    func suspended() async throws {
        let (first, second) = (Signal(), Signal())
        let server = ScriptedServer(serving(1, ended: first), serving(2, ended: second), serving(3))
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            #expect(await ask(channel) == "1")
            channel.suspend()
            await first.wait()
            #expect(await ask(channel) == "2")
            await second.wait()
            channel.resume()
            for _ in 0..<2 { #expect(await ask(channel) == "3") }
            #expect(server.connections == 3)
        }
    }

    @Test("suspended, a client with a stream sends no pings, however long; resumed, it asks whether the server lives")
    func quiet() async throws {
        let pings = Mutex(0)
        let stands = Signal()
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.opened() else { return }
            peer.accept(stream)
            stands.fire()
            while peer.piece() != nil { peer.message(stream, [UInt8(peer.pings)]) }
            pings.withLock { $0 = peer.pings }
        }
        try await withChannel(server, change: { $0.keepalive = Self.hour }) {
            (channel: Channel, reactor: Reactor) async throws in
            let stream = channel.stream("/test.Echo/Chat", reply: .many)
            await stands.wait()
            channel.suspend()
            for _ in 0..<5 { await reactor.advance(by: Self.hour + Self.second) }
            try await stream.send([])
            #expect(try await stream.next() == [0])
            channel.resume()
            // Behind the ping of the doubt.
            await withCheckedContinuation { done in reactor.post { done.resume() } }
            try await stream.send([])
            #expect(try await stream.next() == [1])
            #expect(server.connections == 1)
        }
    }
}

import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

/// GOAWAY while calls run and wait (protocol checklist 2.3 and 2.6).
@Suite("A client whose server goes away", .timeLimit(.minutes(5)))
struct ClientGoAwayTests {
    private static let options = CallOptions(timeout: 60_000_000_000)

    private static let serveAll: ScriptedServer.Script = { peer in
        peer.greet()
        while let stream = peer.request() { peer.reply(stream, [9]) }
    }

    @Test("2.6 streams up to GOAWAY's last id go on, and those above are sent again without asking")
    func aboveAndBelow() async throws {
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let first = peer.request() else { return }
                peer.accept(first)
                peer.message(first, [1])
                guard peer.request() != nil else { return }
                peer.goAway(last: first)
                peer.message(first, [2])
                peer.trailers(first)
                peer.waitForEnd()
            }, Self.serveAll)
        let channel = try ClientFaultTests.channel(server)
        let watch = channel.serverStream("/test.Echo/Watch", [], options: Self.options)
        #expect(try await watch.next() == [1])
        #expect(try await channel.unary("/test.Echo/Say", [], options: Self.options).message == [9])
        #expect(try await watch.next() == [2])
        #expect(try await watch.next() == nil)
        #expect(server.connections == 2)
    }

    @Test("2.6 a call that waits for its turn among the streams does not wait for the old ones' end")
    func waitingCall() async throws {
        let isQueued = Mutex(false)
        let server = ScriptedServer(
            { peer in
                peer.greet([(3, 1)])
                guard let first = peer.request() else { return }
                peer.accept(first)
                peer.message(first, [1])
                while !isQueued.withLock({ $0 }) { peer.roundTrip() }
                peer.goAway(last: first)
                peer.waitForEnd()
            }, Self.serveAll)
        let reactor = try Reactor()
        try reactor.start()
        let channel = Channel(host: "127.0.0.1", port: server.port, reactor: reactor)
        let watch = channel.serverStream("/test.Echo/Watch", [])
        #expect(try await watch.next() == [1])
        let waiting = channel.serverStream("/test.Echo/Watch", [], options: CallOptions(timeout: 20_000_000_000))
        await withCheckedContinuation { done in reactor.post { done.resume() } }
        isQueued.withLock { $0 = true }
        #expect(try await waiting.next() == [9])
        #expect(server.connections == 2)
        watch.cancel()
        channel.close()
        reactor.stop()
    }

    @Test("2.3 a request stream above the last id is opened again only if all of it is still here")
    func requestStreams() async throws {
        let openedAgain = Signal()
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard peer.opened() != nil else { return }
                peer.goAway(last: 0)
                peer.waitForEnd()
            },
            { peer in
                peer.greet()
                guard let stream = peer.opened() else { return }
                openedAgain.fire()
                while let piece = peer.piece() { #expect(piece == [0, 0, 0, 0, 1, 5]) }
                peer.reply(stream, [6])
                guard peer.opened() != nil else { return }
                _ = peer.piece()
                peer.goAway(last: stream)
                peer.waitForEnd()
            }, Self.serveAll)
        let channel = try ClientFaultTests.channel(server)
        let stream = channel.stream("/test.Echo/Collect", reply: .one, options: Self.options)
        await openedAgain.wait()
        try await stream.send([5])
        #expect(try await stream.reply().message == [6])
        let begun = channel.stream("/test.Echo/Collect", reply: .one, options: Self.options)
        try await begun.send([1])
        do throws(RPCError) {
            _ = try await begun.reply()
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .unavailable)
        }
    }
}

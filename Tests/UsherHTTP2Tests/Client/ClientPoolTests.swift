import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite("A client with more calls than one connection takes", .timeLimit(.minutes(5)))
struct ClientPoolTests {
    private static let second: Int64 = 1_000_000_000

    private func open(_ channel: Channel, _ count: Int) async throws -> [any ClientStream] {
        let streams = (0..<count).map { _ in channel.serverStream("/test.Echo/Watch", [1]) }
        for stream in streams { #expect(try await stream.next()?.count == 1) }
        return streams
    }

    @Test("1,000 streams find room on further connections, and unary calls beside them", arguments: [true, false])
    func thousand(limitIsServers: Bool) async throws {
        let server = ScriptedServer(serving(1, limitIsServers ? [(3, 150)] : []))
        try await withChannel(server, change: { if !limitIsServers { $0.maxCallsPerConnection = 150 } }) {
            (channel: Channel, reactor: Reactor) async throws in
            let streams = try await open(channel, 1_000)
            #expect(server.connections == 7)
            for _ in 0..<20 { #expect(await ask(channel) == "1") }
            #expect(server.connections == 7)
            withExtendedLifetime(streams) {}
        }
    }

    @Test("beyond the bound of connections calls wait their turn, and say so when their deadline passes")
    func bounded() async throws {
        let server = ScriptedServer(serving(1, [(3, 3)]))
        try await withChannel(server, change: { $0.maxConnections = 2 }) {
            (channel: Channel, reactor: Reactor) async throws in
            var streams = try await open(channel, 6)
            let text = await ask(channel, 0, CallOptions(timeout: 20_000_000))
            #expect(text.hasPrefix("DEADLINE_EXCEEDED: the deadline passed while all connections to 127.0.0.1:"))
            #expect(text.hasSuffix("were full of calls"))
            async let waiting = ask(channel)
            await withCheckedContinuation { done in reactor.post { done.resume() } }
            streams.removeLast()
            #expect(await waiting == "1")
            #expect(server.connections == 2)
            withExtendedLifetime(streams) {}
        }
    }

    @Test("calls go to the fullest connection with room, and one that nobody needs any more is closed")
    func surplus() async throws {
        let (first, second) = (Signal(), Signal())
        let server = ScriptedServer(serving(1, [(3, 4)], ended: first), serving(2, [(3, 4)], ended: second))
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            var streams = try await open(channel, 6)
            #expect(server.connections == 2)
            // Three of the first connection stay, none of the second.
            streams.removeLast(3)
            await withCheckedContinuation { done in reactor.post { done.resume() } }
            #expect(await ask(channel) == "1")
            await reactor.advance(by: Limits.surplusIdle + Limits.surplusLook + Self.second)
            await second.wait()
            #expect(await ask(channel) == "1")
            #expect(server.connections == 2)
            withExtendedLifetime(streams) {}
        }
    }

    @Test("another connection that cannot be made costs the calls nothing that wait for room")
    func failedGrowth() async throws {
        let server = ScriptedServer(serving(1, [(3, 1)]), { $0.hangUp() })
        try await withChannel(server) { (channel: Channel, reactor: Reactor) async throws in
            var streams = try await open(channel, 1)
            async let waiting = ask(channel)
            while server.connections < 2 { await Task.yield() }
            streams.removeAll()
            #expect(await waiting == "1")
        }
    }

    @Test("calls of many tasks that come and go while connections grow all get their answers")
    func busy() async throws {
        let server = ScriptedServer(serving(1, [(3, 5)]))
        try await withChannel(server) { (channel: Channel, _: Reactor) async throws in
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<300 { group.addTask { await ask(channel) } }
                for await answer in group { #expect(answer == "1") }
            }
            #expect(server.connections <= Limits.maxClientConnections)
        }
    }

    @Test("a channel that is closed sends nothing more of what waits")
    func closed() async throws {
        let requests = Mutex(0)
        let ended = Signal()
        let server = ScriptedServer { peer in
            peer.greet([(3, 1)])
            while let (stream, _) = peer.wholeRequest() {
                requests.withLock { $0 += 1 }
                peer.accept(stream)
                peer.message(stream, [1])
            }
            ended.fire()
        }
        try await withChannel(server, change: { $0.maxConnections = 1 }) {
            (channel: Channel, reactor: Reactor) async throws in
            let streams = try await open(channel, 1)
            async let first = ask(channel)
            async let second = ask(channel)
            // Both have come to the loop.
            for _ in 0..<50 { await withCheckedContinuation { done in reactor.post { done.resume() } } }
            channel.close()
            let answers = await [first, second]
            #expect(answers.allSatisfy { $0.hasPrefix("CANCELLED") })
            await ended.wait()
            #expect(requests.withLock { $0 } == 1)
            withExtendedLifetime(streams) {}
        }
    }

    @Test("calls that end while they wait do not pile up behind one that waits long")
    func queue() {
        func call() -> ClientCall {
            ClientCall(
                path: "/a/b", body: RequestBody(CodedMessage([])), metadata: Metadata(), options: CallOptions(),
                reply: .one, now: 0)
        }
        var queue = CallQueue()
        let patient = call()
        queue.append(patient)
        var last = call()
        for _ in 0..<10_000 {
            last = call()
            queue.append(last)
            last.isFinished = true
            queue.noteEnd(last)
        }
        #expect(!queue.isEmpty)
        #expect(queue.heldCount < 200)
        let next = call()
        queue.append(next)
        #expect(queue.popFirst() === patient)
        #expect(queue.popFirst() === next)
        #expect(queue.popFirst() == nil)
        #expect(queue.isEmpty)
    }
}

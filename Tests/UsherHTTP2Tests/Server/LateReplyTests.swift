import Testing
import UsherRPC

@testable import UsherHTTP2

/// Unary methods that wait for their reply without a task.
@Suite(.timeLimit(.minutes(5))) struct LateReplyTests {
    /// [1]: waits to be answered by the test; [2]: left to the handler; [3]: fails at once; [4]: answered before `begin`
    /// returns; [5]: fails before it returns.
    private struct Late: Service {
        let name = "test.Late"
        /// Calls that wait.
        let begun = Latch<any LateReply>()
        let events = Latch<String>()

        var methods: [Method] { [method("Ask", .never), method("Pack", .large)] }

        private func method(_ name: String, _ compression: ReplyCompression) -> Method {
            Method(
                name, replyCompression: compression,
                begin: { (call, message, reply) throws(RPCError) in
                    call.response.addHeaders(call.metadata)
                    switch message.first {
                    case 2: return false
                    case 3: throw RPCError(.notFound, "none")
                    case 4: reply.give(.success(message))
                    case 5: reply.give(.failure(RPCError(.aborted, "early")))
                    default: begun.put(reply)
                    }
                    return true
                },
                handler: { (call, message) throws(RPCError) in
                    events.put("handler \(call.loop.isCurrent) \(call.deadline != nil)")
                    return message
                })
        }
    }

    private static let path = "/test.Late/Ask"
    private static let packed = "/test.Late/Pack"

    private func withLate(_ body: @escaping @Sendable (Late, HTTP2Server, TestPeer) async throws -> Void)
        async throws
    {
        let service = Late()
        try await withPeer(of: service) { server, peer in try await body(service, server, peer) }
    }

    /// Gives the reply on the call's loop, and returns once that is done.
    private func give(_ reply: Result<[UInt8], RPCError>, to call: any LateReply) async throws {
        let loop = try #require(call as? ServerStream).reactor
        await withCheckedContinuation { done in
            loop.post {
                call.give(reply)
                done.resume()
            }
        }
    }

    private func expectNothingHeld(_ server: HTTP2Server) async {
        #expect(await server.runningHandlers() == 0)
        #expect(await server.inboundBytes() == 0)
    }

    @Test("replies that come later, at once, by the handler or not at all are told alike, in any order")
    func answers() async throws {
        try await withLate { service, server, peer in
            var stream: Int32 = 1
            for kind in [UInt8(1), 2, 3, 4, 5, 1, 1] {
                try peer.call(stream, Self.path, [[kind]])
                stream += 2
            }
            let waiting = [await service.begun.take(), await service.begun.take(), await service.begun.take()]
            #expect(await service.events.take() == "handler true false")
            try await give(.success([9]), to: waiting[2])
            try await give(.failure(RPCError(.aborted, "late")), to: waiting[0])
            try await give(.success([8]), to: waiting[1])
            var bodies: [Int32: [UInt8]] = [:]
            var left = Set<Int32>([1, 3, 5, 7, 9, 11, 13])
            while !left.isEmpty, let frame = try peer.next() {
                if frame.kind == .data { bodies[frame.stream, default: []] += frame.payload }
                if frame.endsStream { left.remove(frame.stream) }
            }
            let expected: [Int32: (String, UInt8?)] = [
                1: ("10", nil), 3: ("0", 2), 5: ("5", nil), 7: ("0", 4), 9: ("10", nil), 11: ("0", 8), 13: ("0", 9),
            ]
            for (stream, (status, byte)) in expected {
                #expect(peer.statuses[stream] == status)
                #expect(bodies[stream] == byte.map { [0, 0, 0, 0, 1, $0] })
            }
            await expectNothingHeld(server)
        }
    }

    @Test("a second reply is for nobody, and one that comes after the client's reset frees what the call held")
    func gone() async throws {
        try await withLate { service, server, peer in
            try peer.call(1, Self.path, [[UInt8](repeating: 1, count: 1_000)])
            let first = await service.begun.take()
            #expect(await server.runningHandlers() == 1)
            #expect(await server.inboundBytes() == 1_000)
            try peer.reset(1)
            try peer.sync()
            // Whoever answers it still has it.
            #expect(await server.runningHandlers() == 1)
            try await give(.success([1]), to: first)
            await expectNothingHeld(server)
            try peer.call(3, Self.path, [[1]])
            let second = await service.begun.take()
            try await give(.success([7]), to: second)
            try await give(.success([8]), to: second)
            #expect(try peer.answer(3).messages == [[7]])
            await expectNothingHeld(server)
        }
    }

    @Test("the deadline of a call that waits ends it, and its reply is dropped")
    func deadline() async throws {
        try await withLate { service, server, peer in
            try peer.call(1, Self.path, [[1]], [("grpc-timeout", "10S")])
            let call = await service.begun.take()
            await server.advance(by: 9 * ConnectionTimeTests.second)
            #expect(peer.statuses[1] == nil)
            await server.advance(by: 2 * ConnectionTimeTests.second)
            #expect(try peer.answer(1).status == "4")
            try await give(.success([1]), to: call)
            await expectNothingHeld(server)
            // The handler of a call that was left to it hears of the deadline as well.
            try peer.call(3, Self.path, [[2]], [("grpc-timeout", "10S")])
            #expect(await service.events.take() == "handler true true")
            #expect(try peer.answer(3).status == "0")
        }
    }

    @Test("a lost connection is let go once its calls have their replies")
    func lost() async throws {
        try await withLate { service, server, peer in
            try peer.call(1, Self.path, [[1]])
            let call = await service.begun.take()
            peer.hangUp()
            while await server.openConnections() > 0 { await Task.yield() }
            try await give(.success([1]), to: call)
            await expectNothingHeld(server)
            let stream = try #require(call as? ServerStream)
            let isFree = await withCheckedContinuation { done in
                stream.reactor.post { done.resume(returning: stream.connection == nil && stream.waits == nil) }
            }
            #expect(isFree)
        }
    }

    @Test("a large reply is compressed for a client that takes it, and its turn and its request are given back")
    func compresses() async throws {
        try await withLate { service, server, peer in
            let large = [UInt8](repeating: 7, count: 12_000)
            try peer.call(1, Self.packed, [[1]], [("grpc-accept-encoding", "gzip")])
            try await give(.success(large), to: await service.begun.take())
            let answer = try peer.answer(1)
            #expect(answer.coded.first?.isCompressed == true && answer.status == "0")
            #expect(answer.coded.first.map { $0.bytes.count < 2_000 } == true)
            while await server.runningHandlers() > 0 { await Task.yield() }
            await expectNothingHeld(server)
            // As many calls as may run at a time still do.
            for index in Int32(0)..<300 { try peer.call(3 + index * 2, Self.path, [[4]]) }
            for index in Int32(0)..<300 { #expect(try peer.answer(3 + index * 2).status == "0") }
        }
    }

    @Test("calls beyond those that may wait at a time stand in line, and come on as others are answered")
    func turns() async throws {
        try await withLate { service, server, peer in
            let most = Int32(UsherHTTP2.Limits.maxWorkingHandlers)
            for index in 0..<most { try peer.call(1 + index * 2, Self.path, [[1]]) }
            var waiting: [any LateReply] = []
            for _ in 0..<most { waiting.append(await service.begun.take()) }
            let late = 1 + most * 2
            try peer.call(late, Self.path, [[1]])
            try peer.sync()
            #expect(service.begun.isEmpty && service.events.isEmpty)
            try await give(.success([1]), to: waiting[0])
            // Its handler has it: a turn that was waited for needs a task.
            #expect(await service.events.take() == "handler true false")
            #expect(try peer.answer(late).status == "0")
            for call in waiting.dropFirst() { try await give(.success([1]), to: call) }
            while await server.runningHandlers() > 0 { await Task.yield() }
            await expectNothingHeld(server)
        }
    }
}

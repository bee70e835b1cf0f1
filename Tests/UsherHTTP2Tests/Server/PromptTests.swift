import Testing
import UsherRPC

@testable import UsherHTTP2

/// Unary methods that answer without a task where they can.
@Suite(.timeLimit(.minutes(5))) struct PromptTests {
    /// [2]: answers after a wait; [3]: fails at once; [4]: fails after a wait; all else is answered at once.
    private struct Prompt: Service {
        let name = "test.Prompt"
        let events = Latch<String>()
        let release = Latch<Void>()

        var methods: [Method] { [method("Ask", .never), method("Pack", .large)] }

        private func method(_ name: String, _ compression: ReplyCompression) -> Method {
            Method(
                name, replyCompression: compression,
                prompt: { (call, message) throws(RPCError) in
                    if message.first == 2 || message.first == 4 { return nil }
                    call.response.addHeaders(call.metadata)
                    if message.first == 3 { throw RPCError(.notFound, "none") }
                    return message
                },
                handler: { (call, message) throws(RPCError) in
                    guard message.first == 2 || message.first == 4 else { return message }
                    events.put("waits \(call.loop.isCurrent) \(call.deadline != nil)")
                    await release.take()
                    if message.first == 4 { throw RPCError(.aborted, "late") }
                    return message
                })
        }
    }

    private static let path = "/test.Prompt/Ask"
    private static let packed = "/test.Prompt/Pack"

    private func withPrompt(_ body: @escaping @Sendable (Prompt, HTTP2Server, TestPeer) async throws -> Void)
        async throws
    {
        let service = Prompt()
        try await withPeer(of: service) { server, peer in try await body(service, server, peer) }
    }

    @Test("calls that wait and calls that do not are answered alike, also many in one read")
    func answers() async throws {
        try await withPrompt { service, server, peer in
            for round: Int32 in 0..<3 {
                var stream = round * 40 + 1
                var expected: [Int32: (UInt8, String)] = [:]
                for kind in [UInt8(1), 2, 3, 4, 1, 9, 3] {
                    try peer.call(stream, Self.path, [[kind]])
                    expected[stream] = (kind, kind == 3 ? "5" : kind == 4 ? "10" : "0")
                    stream += 2
                }
                for _ in 0..<2 { #expect(await service.events.take() == "waits true false") }
                for _ in 0..<2 { service.release.put(()) }
                var bodies: [Int32: [UInt8]] = [:]
                var left = Set(expected.keys)
                while !left.isEmpty, let frame = try peer.next() {
                    if frame.kind == .data { bodies[frame.stream, default: []] += frame.payload }
                    if frame.endsStream { left.remove(frame.stream) }
                }
                for (stream, (kind, status)) in expected {
                    #expect(peer.statuses[stream] == status)
                    #expect(bodies[stream] == (status == "0" ? [0, 0, 0, 0, 1, kind] : nil))
                }
            }
            #expect(await server.runningHandlers() == 0)
            #expect(await server.inboundBytes() == 0)
        }
    }

    @Test("a large reply is compressed for a client that takes it, and a compressed request takes the long way")
    func compresses() async throws {
        try await withPrompt { service, _, peer in
            let large = [UInt8](repeating: 7, count: 12_000)
            try peer.call(1, Self.packed, [large], [("grpc-accept-encoding", "gzip")])
            let answer = try peer.answer(1)
            #expect(answer.coded.first?.isCompressed == true && answer.status == "0")
            #expect(answer.coded.first.map { $0.bytes.count < 2_000 } == true)
            try peer.call(3, Self.packed, [large])
            #expect(try peer.answer(3).messages == [large])
            // Both turns were given back: as many calls as may run at a time still do.
            for index in Int32(0)..<300 { try peer.call(5 + index * 2, Self.packed, [[1]]) }
            for index in Int32(0)..<300 { #expect(try peer.answer(5 + index * 2).status == "0") }
        }
    }

    @Test("the deadline of a call that must wait ends it; one that was answered at once leaves no timer")
    func deadlines() async throws {
        try await withPrompt { service, server, peer in
            try peer.call(1, Self.path, [[1]], [("grpc-timeout", "10S")])
            #expect(try peer.answer(1).status == "0")
            try peer.call(3, Self.path, [[2]], [("grpc-timeout", "10S")])
            #expect(await service.events.take() == "waits true true")
            await server.advance(by: 11 * ConnectionTimeTests.second)
            #expect(try peer.answer(3).status == "4")
            service.release.put(())
            try peer.call(5, Self.path, [[1]], [("grpc-timeout", "0S")])
            #expect(try peer.answer(5).status == "4")
        }
    }

    @Test("a call that answers at once still waits for its turn behind those that wait for theirs")
    func turns() async throws {
        try await withPrompt { service, server, peer in
            let most = Int32(UsherHTTP2.Limits.maxWorkingHandlers)
            for index in 0..<most { try peer.call(1 + index * 2, Self.path, [[2]]) }
            for _ in 0..<most { #expect(await service.events.take() == "waits true false") }
            let late = 1 + most * 2
            try peer.call(late, Self.path, [[1]])
            try peer.sync()
            #expect(await server.runningHandlers() == Int(most) + 1)
            service.release.put(())
            #expect(try peer.answer(late).status == "0")
            for _ in 1..<most { service.release.put(()) }
        }
    }
}

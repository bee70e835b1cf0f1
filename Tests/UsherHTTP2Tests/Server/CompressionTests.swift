import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct CompressionTests {
    static let sendsGzip = [("grpc-encoding", "gzip")]
    static let takesGzip = [("grpc-accept-encoding", "identity,gzip")]

    /// A call with one message in the form given.
    static func call(
        _ peer: TestPeer, _ stream: Int32, _ path: String, _ message: [UInt8], isCompressed: Bool = true,
        _ extra: [(String, String)] = sendsGzip
    ) throws -> TestPeer.Answer {
        try peer.open(stream, path, extra)
        try peer.send(
            TestPeer.frame(.data, 1, stream, TestPeer.message(CodedMessage(message, isCompressed: isCompressed))))
        return try peer.answer(stream)
    }

    @Test("a compressed request is taken by every kind of method", arguments: ["Echo", "Alike", "Chat", "Feed"])
    func requests(method: String) async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/\(method)", Self.sendsGzip)
            let body = TestPeer.packed(Gzipped.stored([1, 2, 3]))
            try peer.send(TestPeer.frame(.data, 1, 1, body))
            if method == "Feed" {
                let channel = await service.channels.take()
                await onLoop(of: channel) { $0.finish(nil) }
            }
            let answer = try peer.answer(1)
            #expect(answer.coded == [CodedMessage([1, 2, 3])])
            #expect(answer.status == "0")
            #expect(answer.headers["grpc-encoding"] == nil)
            #expect(answer.headers["grpc-accept-encoding"] == "identity, gzip")
        }
    }

    @Test("a message that is not compressed is fine within a compressed request")
    func mixed() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            #expect(try Self.call(peer, 1, "/test.Test/Echo", [5], isCompressed: false).messages == [[5]])
        }
    }

    @Test("messages of a stream keep their order, and each tells whether it came compressed")
    func stream() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let messages = (0..<20).map { number in
                number % 4 == 0 ? [UInt8](repeating: UInt8(number), count: 200_000) : GzipTests.text(300)
            }
            let body = try messages.enumerated().flatMap { index, message in
                index.isMultiple(of: 2)
                    ? TestPeer.packed(try #require(Gzipped.packed(message))) : TestPeer.message(message)
            }
            try peer.openCall(1, "/test.Test/AlikeChat", body, ends: true, Self.sendsGzip + Self.takesGzip)
            let answer = try peer.answer(1)
            #expect(answer.status == "0")
            #expect(answer.headers["grpc-encoding"] == "gzip")
            #expect(answer.coded.map(\.isCompressed) == (0..<20).map { $0.isMultiple(of: 2) })
            #expect(answer.coded.map { $0.isCompressed ? Gzipped.unpacked($0.bytes) : $0.bytes } == messages)
        }
    }

    static let wishes: [(path: String, accept: String?, size: Int, isCompressed: Bool)] = [
        ("Packed", "identity,gzip", 300_000, true), ("Packed", "gzip", Limits.maxDeflatedOnLoop, true),
        ("Packed", "identity,gzip", 100, false), ("Packed", "identity,deflate", 300_000, false),
        ("Packed", nil, 300_000, false), ("Echo", "identity,gzip", 300_000, false),
        ("Alike", "identity,gzip", 100, true), ("Alike", "identity", 100, false), ("Alike", nil, 100, false),
    ]

    @Test("a reply is compressed if the method says so and the client takes it", arguments: wishes)
    func replies(path: String, accept: String?, size: Int, isCompressed: Bool) async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let message = GzipTests.text(size)
            let body = TestPeer.packed(try #require(Gzipped.packed(message)))
            let extra = Self.sendsGzip + (accept.map { [("grpc-accept-encoding", $0)] } ?? [])
            try peer.openCall(1, "/test.Test/\(path)", body, ends: true, extra)
            let answer = try peer.answer(1)
            #expect(answer.status == "0")
            #expect(answer.headers["grpc-encoding"] == (isCompressed ? "gzip" : nil))
            let reply = try #require(answer.coded.first)
            #expect(reply.isCompressed == isCompressed)
            #expect((isCompressed ? Gzipped.unpacked(reply.bytes) : reply.bytes) == message)
        }
    }

    @Test("a reply that does not shrink is sent as it is")
    func noise() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let message = GzipTests.noise(50_000)
            try peer.openCall(1, "/test.Test/Packed", TestPeer.message(message), ends: true, Self.takesGzip)
            let answer = try peer.answer(1)
            #expect(answer.coded == [CodedMessage(message)])
            #expect(answer.headers["grpc-encoding"] == nil)
        }
    }

    static let refusals: [(path: String, encoding: String?, message: [UInt8], status: String)] = [
        ("Echo", nil, Gzipped.stored([1]), "13"), ("Echo", "identity", Gzipped.stored([1]), "13"),
        ("Echo", "gzip", Array("no gzip".utf8), "13"), ("Echo", "gzip", [], "13"),
        ("Echo", "gzip", Gzipped.stored([1]).dropLast(), "13"), ("Echo", "gzip", Gzipped.stored([1]) + [0], "13"),
        ("Small", "gzip", Gzipped.stored(Array(0..<11)), "8"), ("Chat", "gzip", Array("no gzip".utf8), "13"),
        ("Feed", "gzip", Array("no gzip".utf8), "13"), ("Echo", "deflate", [1], "12"), ("Chat", "snappy", [1], "12"),
    ]

    @Test("what breaks the rules of compression gets its status, and the connection goes on", arguments: refusals)
    func refusal(path: String, encoding: String?, message: [UInt8], status: String) async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            let extra = encoding.map { [("grpc-encoding", $0)] } ?? []
            let answer = try Self.call(peer, 1, "/test.Test/\(path)", message, extra)
            #expect(answer.status == status)
            if status == "12" { #expect(answer.trailers["grpc-accept-encoding"] == "identity, gzip") }
            try peer.call(3, "/test.Test/Echo", [[7]])
            #expect(try peer.answer(3).messages == [[7]])
            #expect(await server.inboundBytes() == 0)
        }
    }

    @Test("a bomb is RESOURCE_EXHAUSTED, calls beside it are answered first, and nothing of it stays in the books")
    func bomb() async throws {
        try await withServer(loops: 1) { _, server, port in
            let peer = try TestPeer(port: port)
            let bytes = try #require(Gzipped.packed([UInt8](repeating: 0, count: 64 << 20)))
            // All but the last bytes, so that one write brings the end of the bomb and the other call.
            let body = TestPeer.packed(bytes)
            try peer.openCall(1, "/test.Test/Echo", Array(body.dropLast(10)), ends: false, Self.sendsGzip)
            let open = TestPeer.frame(.headers, 4, 3, TestPeer.block(TestPeer.request("/test.Test/Echo")))
            let call = TestPeer.frame(.data, 1, 3, TestPeer.message([7]))
            try peer.send(TestPeer.frame(.data, 1, 1, Array(body.suffix(10))) + open + call)
            #expect(try peer.answer(3).messages == [[7]])
            #expect(peer.statuses[1] == nil)
            #expect(try peer.answer(1).status == "8")
            #expect(await server.inboundBytes() == 0)
        }
    }

    @Test("messages that are decompressed at the same time share the loop, and each comes out whole")
    func many() async throws {
        try await withServer(loops: 1) { _, server, port in
            let peer = try TestPeer(port: port, settings: [(4, 1 << 30)])
            try peer.openWindow(0, 1 << 30)
            let calls = 40
            let message = [UInt8](repeating: 3, count: 1_000_000)
            let body = TestPeer.packed(try #require(Gzipped.packed(message)))
            for call in 0..<calls {
                try peer.open(Int32(2 * call + 1), "/test.Test/Packed", Self.sendsGzip + Self.takesGzip)
            }
            try peer.send((0..<calls).flatMap { TestPeer.frame(.data, 1, Int32(2 * $0 + 1), body) })
            var received: [Int32: [UInt8]] = [:]
            var ended = 0
            while ended < calls, let frame = try peer.next() {
                if frame.kind == .data { received[frame.stream, default: []] += frame.payload }
                if frame.endsStream { ended += 1 }
            }
            #expect(received.values.allSatisfy { Gzipped.unpacked(Array($0.dropFirst(5))) == message })
            #expect(received.count == calls)
            #expect(peer.statuses.values.allSatisfy { $0 == "0" })
            #expect(await server.inboundBytes() == 0)
        }
    }

    @Test("a call that is reset while its message is decompressed leaves nothing behind")
    func reset() async throws {
        try await withServer(loops: 1) { _, server, port in
            let peer = try TestPeer(port: port)
            let body = TestPeer.packed(try #require(Gzipped.packed([UInt8](repeating: 1, count: 16 << 20))))
            for call in Int32(0)..<20 {
                try peer.open(2 * call + 1, "/test.Test/Echo", Self.sendsGzip)
                try peer.send(TestPeer.frame(.data, 0, 2 * call + 1, Array(body.prefix(16_000))))
                try peer.send(TestPeer.frame(.data, 1, 2 * call + 1, Array(body.dropFirst(16_000))))
            }
            // Wherever they are by now: some wait in line.
            for call in Int32(0)..<20 { try peer.reset(2 * call + 1) }
            while await server.runningHandlers() > 0 { try peer.sync() }
            #expect(await server.inboundBytes() == 0)
        }
    }

    @Test("large messages beyond what a connection may have decompressed wait for their turn, and none is refused")
    func turns() async throws {
        try await withServer(loops: 1) { service, server, port in
            let peer = try TestPeer(port: port)
            let message = [UInt8](repeating: 1, count: 1 << 20)
            let body = TestPeer.packed(try #require(Gzipped.packed(message)))
            let fit = Limits.maxInflated / Limits.minInflated
            let calls = fit + 8
            for call in 0..<calls {
                try peer.open(Int32(2 * call + 1), "/test.Test/Hold", Self.sendsGzip)
                try peer.send(TestPeer.frame(.data, 1, Int32(2 * call + 1), body))
            }
            for _ in 0..<fit { #expect(await service.events.take() == "started") }
            // A small one has no line to wait in.
            #expect(try Self.call(peer, Int32(2 * calls + 1), "/test.Test/Echo", Gzipped.stored([7])).messages == [[7]])
            #expect(service.events.isEmpty)
            #expect(await server.inboundBytes() < fit * message.count + calls * body.count + 1)
            // One that waits is reset, and one that is let go makes room for the next.
            try peer.reset(Int32(2 * fit + 1))
            try peer.sync()
            service.release.put(())
            #expect(await service.events.take() == "started")
            for _ in 1..<calls { service.release.put(()) }
            for _ in 1..<(calls - fit - 1) { #expect(await service.events.take() == "started") }
            while await server.runningHandlers() > 0 { try peer.sync() }
            #expect(await server.inboundBytes() == 0)
        }
    }

    @Test("bombs in any number are all told what they are, and the books never hold much of them")
    func manyBombs() async throws {
        try await withServer(loops: 1) { _, server, port in
            let peer = try TestPeer(port: port)
            let bomb = TestPeer.packed(try #require(Gzipped.packed([UInt8](repeating: 0, count: 2 << 20))))
            var liar = bomb
            liar.replaceSubrange(liar.count - 4..<liar.count, with: Gzipped.little(10, 4))
            let calls = 100
            for call in 0..<calls {
                try peer.open(Int32(2 * call + 1), "/test.Test/Alike", Self.sendsGzip)
                try peer.send(TestPeer.frame(.data, 1, Int32(2 * call + 1), call.isMultiple(of: 2) ? bomb : liar))
            }
            for call in 0..<calls where peer.statuses[Int32(2 * call + 1)] == nil {
                while peer.statuses[Int32(2 * call + 1)] == nil, try peer.next() != nil {}
            }
            #expect(peer.statuses.count == calls)
            #expect(peer.statuses.values.allSatisfy { $0 == "8" })
            #expect(await server.inboundBytes() == 0)
        }
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

/// What a client makes of servers and proxies that answer wrongly or not at all (protocol checklist 2.3).
@Suite("A client and faulty servers", .timeLimit(.minutes(5)))
struct ClientFaultTests {
    static func channel(_ server: ScriptedServer, _ change: (inout ChannelOptions) -> Void = { _ in }) throws -> Channel
    {
        var options = ChannelOptions()
        change(&options)
        return try Channel(host: "127.0.0.1", port: server.port, options: options)
    }

    static func failure(
        _ channel: Channel, _ options: CallOptions = CallOptions(timeout: 10_000_000_000)
    ) async -> RPCError? {
        do throws(RPCError) {
            _ = try await channel.unary("/test.Echo/Say", [1, 2, 3], options: options)
            return nil
        } catch {
            return error
        }
    }

    /// The error of one call whose request is answered by `answer`.
    static func failure(_ answer: @escaping @Sendable (ScriptedPeer, Int32) -> Void) async throws -> RPCError? {
        let server = ScriptedServer { peer in
            peer.greet()
            while let stream = peer.request() { answer(peer, stream) }
        }
        defer { server.stop() }
        let channel = try channel(server)
        defer { channel.close() }
        return await failure(channel)
    }

    @Test("a reply with its trailers is taken")
    func reply() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            while let stream = peer.request() {
                peer.headers(
                    stream,
                    [(":status", "200"), ("content-type", "application/grpc+proto"), ("x-a", "1"), ("x-a", "2")])
                peer.message(stream, [7, 8])
                peer.trailers(stream, 0, [("x-end", "yes")])
            }
        }
        let channel = try Self.channel(server)
        let reply = try await channel.unary("/test.Echo/Say", [1])
        #expect(reply.message == [7, 8])
        #expect(reply.headers.values("x-a") == ["1", "2"])
        #expect(reply.trailers["x-end"] == "yes")
        #expect(reply.headers["content-type"] == nil)
    }

    @Test(
        "an HTTP status without a grpc-status is mapped",
        arguments: [
            (400, StatusCode.internal), (401, .unauthenticated), (403, .permissionDenied), (404, .unimplemented),
            (418, .unknown), (429, .unavailable), (431, .internal), (500, .unknown), (502, .unavailable),
            (503, .unavailable), (504, .unavailable),
        ])
    func httpStatus(status: Int, code: StatusCode) async throws {
        let ended = try await Self.failure { peer, stream in
            peer.headers(stream, [(":status", "\(status)"), ("content-type", "text/html")], end: true)
        }
        #expect(ended?.code == code)
        let withBody = try await Self.failure { peer, stream in
            peer.headers(stream, [(":status", "\(status)"), ("content-type", "text/html")])
            peer.data(stream, Array("<html>".utf8), end: true)
        }
        #expect(withBody?.code == code)
    }

    @Test(
        "a reset stream is mapped",
        arguments: [
            (0, StatusCode.internal), (1, .internal), (2, .internal), (3, .internal), (4, .internal), (5, .internal),
            (6, .internal), (8, .cancelled), (9, .internal), (10, .internal), (11, .resourceExhausted),
            (12, .permissionDenied), (13, .unknown), (14, .unknown), (0xFFFF_FFFF, .unknown),
        ] as [(UInt32, StatusCode)])
    func reset(code: UInt32, status: StatusCode) async throws {
        let early = try await Self.failure { peer, stream in peer.reset(stream, code) }
        #expect(early?.code == status)
        let late = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.message(stream, [1])
            peer.reset(stream, code)
        }
        #expect(late?.code == status)
    }

    @Test("a refused stream is sent once more, then UNAVAILABLE")
    func refused() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard let first = peer.request() else { return }
            peer.reset(first, 7)
            guard let second = peer.request() else { return }
            peer.reply(second, [9])
            while let stream = peer.request() { peer.reset(stream, 7) }
        }
        let channel = try Self.channel(server)
        let reply = try await channel.unary("/test.Echo/Say", [1])
        #expect(reply.message == [9])
        #expect(await Self.failure(channel)?.code == .unavailable)
        #expect(server.connections == 1)
    }

    @Test("an answer of another content type is UNKNOWN")
    func contentType() async throws {
        let error = try await Self.failure { peer, stream in
            peer.headers(stream, [(":status", "200"), ("content-type", "application/grpcish")])
            peer.message(stream, [1])
        }
        #expect(error?.code == .unknown)
    }

    @Test("an answer without a grpc-status is UNKNOWN")
    func missingStatus() async throws {
        let onData = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.message(stream, [1], end: true)
        }
        #expect(onData?.code == .unknown)
        let onTrailers = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.message(stream, [1])
            peer.headers(stream, [("x-end", "1")], end: true)
        }
        #expect(onTrailers?.code == .unknown)
    }

    @Test("a trailers-only refusal carries message and details")
    func trailersOnly() async throws {
        let error = try await Self.failure { peer, stream in
            peer.headers(
                stream,
                [
                    (":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "10"),
                    ("grpc-message", "Pl%C3%A4tze%20weg %zz"), ("grpc-status-details-bin", "CAoSAWE="), ("x-more", "1"),
                ], end: true)
        }
        #expect(error?.code == .aborted)
        #expect(error?.message == "Plätze weg %zz")
        #expect(error?.details == [8, 10, 18, 1, 97])
        #expect(error?.metadata["x-more"] == "1")
    }

    @Test("a status number that nobody knows is UNKNOWN")
    func oddStatus() async throws {
        for text in ["99", "abc", "-1", ""] {
            let error = try await Self.failure { peer, stream in
                peer.headers(
                    stream, [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", text)], end: true
                )
            }
            #expect(error?.code == .unknown, "grpc-status '\(text)'")
        }
    }

    @Test("no reply, two replies and half a reply are errors although the status is OK")
    func cardinality() async throws {
        let none = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.trailers(stream)
        }
        #expect(none?.code == .unimplemented)
        let two = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.message(stream, [1])
            peer.message(stream, [2])
            peer.trailers(stream)
        }
        #expect(two?.code == .unimplemented)
        let half = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.data(stream, [0, 0, 0, 0, 9, 1])
            peer.trailers(stream)
        }
        #expect(half?.code == .internal)
    }

    @Test("a compressed message that was not agreed on is INTERNAL")
    func compressed() async throws {
        let error = try await Self.failure { peer, stream in
            peer.accept(stream)
            peer.data(stream, [1, 0, 0, 0, 1, 1])
        }
        #expect(error?.code == .internal)
    }

    @Test("a message over the limit is RESOURCE_EXHAUSTED, before its bytes come, and the stream is reset")
    func tooLarge() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.accept(stream)
            peer.data(stream, [0, 0x7F, 0xFF, 0xFF, 0xFF])
            #expect(peer.resetCode() == 8)
            guard let next = peer.request() else { return }
            peer.reply(next, [5])
        }
        let channel = try Self.channel(server)
        #expect(await Self.failure(channel, CallOptions(maxReplyBytes: 1000))?.code == .resourceExhausted)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [5])
    }

    @Test("header fields without end are RESOURCE_EXHAUSTED")
    func headerFlood() async throws {
        let error = try await Self.failure { peer, stream in
            let flood = (0..<300).map { ("x-\($0)", "v") }
            peer.headers(stream, [(":status", "200"), ("content-type", "application/grpc")] + flood)
        }
        #expect(error?.code == .resourceExhausted)
    }

    @Test("an informational answer before the real one is skipped")
    func informational() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.headers(stream, [(":status", "103"), ("link", "x")])
            peer.reply(stream, [4])
            peer.waitForEnd()
        }
        let channel = try Self.channel(server)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [4])
    }

    @Test("bytes that are no HTTP/2 end all calls with UNAVAILABLE")
    func nonsense() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard peer.request() != nil else { return }
            peer.raw(Array("HTTP/1.1 400 Bad Request\r\n\r\n and so on and so forth".utf8))
            peer.waitForEnd()
        }
        let channel = try Self.channel(server)
        #expect(await Self.failure(channel)?.code == .unavailable)
    }

    @Test("a server that speaks HTTP/1.1 is UNAVAILABLE")
    func http1() async throws {
        let server = ScriptedServer { peer in
            peer.raw(Array("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n".utf8))
            peer.waitForEnd()
        }
        let channel = try Self.channel(server)
        #expect(await Self.failure(channel)?.code == .unavailable)
    }
}

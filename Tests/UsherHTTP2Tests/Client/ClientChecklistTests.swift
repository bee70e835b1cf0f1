import Testing
import UsherRPC

@testable import UsherHTTP2

/// The client's lines of the protocol checklist (2.2, 2.3) that `ClientFaultTests` leaves: each fault of a server or a
/// proxy has its status, and none hangs.
@Suite("A client and the protocol checklist", .timeLimit(.minutes(5)))
struct ClientChecklistTests {
    typealias Answer = @Sendable (ScriptedPeer, Int32) -> Void

    private static let grpc = [(":status", "200"), ("content-type", "application/grpc")]

    private func failure(_ answer: @escaping Answer) async throws -> RPCError? {
        try await ClientFaultTests.failure(answer)
    }

    @Test("2.3 what proxies answer instead of the server is mapped, whole or not, and the connection serves on")
    func proxies() async throws {
        let pages: [(String, String, StatusCode)] = [
            ("502", "text/html", .unavailable), ("503", "text/plain", .unavailable), ("504", "", .unavailable),
            ("404", "text/html; charset=utf-8", .unimplemented), ("400", "application/json", .internal),
            ("200", "text/html", .unknown), ("200", "application/grpc-web+proto", .unknown), ("200", "", .unknown),
            ("302", "text/html", .unknown), ("502", "application/grpc", .unavailable),
        ]
        for (status, type, code) in pages {
            let server = ScriptedServer { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                peer.headers(stream, [(":status", status)] + (type.isEmpty ? [] : [("content-type", type)]))
                // The page is never complete.
                peer.data(stream, Array("<html>".utf8))
                guard let next = peer.request() else { return }
                peer.reply(next, [1])
                peer.waitForEnd()
            }
            let channel = try ClientFaultTests.channel(server)
            #expect(await ClientFaultTests.failure(channel)?.code == code, "\(status) \(type)")
            #expect(try await channel.unary("/test.Echo/Say", []).message == [1])
            #expect(server.connections == 1)
        }
    }

    @Test("2.3 a grpc-status counts whatever the HTTP status and the content type say")
    func statusFirst() async throws {
        let error = try await failure { peer, stream in
            peer.headers(stream, [(":status", "503"), ("content-type", "text/html"), ("grpc-status", "5")], end: true)
        }
        #expect(error?.code == .notFound)
    }

    @Test("2.3 a stream that is refused after its answer began is UNAVAILABLE and not sent again")
    func refusedLate() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            while let stream = peer.request() {
                peer.accept(stream)
                peer.reset(stream, 7)
            }
        }
        let channel = try ClientFaultTests.channel(server)
        let stream = channel.serverStream("/test.Echo/Watch", [], options: CallOptions(timeout: 10_000_000_000))
        do throws(RPCError) {
            _ = try await stream.next()
            Issue.record("the stream went on")
        } catch {
            #expect(error.code == .unavailable)
            #expect(error.isCommitted)
        }
        #expect(server.connections == 1)
    }

    static let broken: [(String, Answer)] = [
        (
            "a second set of headers",
            { peer, stream in
                peer.accept(stream)
                peer.accept(stream)
            }
        ),
        (
            "headers without :status",
            { peer, stream in
                peer.headers(stream, [("content-type", "application/grpc")])
            }
        ),
        ("a :status that is no number", { peer, stream in peer.headers(stream, [(":status", "abc")]) }),
        ("two of :status", { peer, stream in peer.headers(stream, [(":status", "200"), (":status", "200")]) }),
        ("a name in capitals", { peer, stream in peer.headers(stream, grpc + [("X-Upper", "1")]) }),
        ("a field of HTTP/1", { peer, stream in peer.headers(stream, grpc + [("connection", "close")]) }),
        (
            "more body than content-length",
            { peer, stream in
                peer.headers(stream, grpc + [("content-length", "3")])
                peer.message(stream, [1, 2, 3])
            }
        ),
        (
            "trailers with :status",
            { peer, stream in
                peer.accept(stream)
                peer.message(stream, [1])
                peer.headers(stream, [(":status", "200"), ("grpc-status", "0")], end: true)
            }
        ),
        (
            "too large a window for the stream",
            { peer, stream in
                peer.send(8, 0, stream, [0x7F, 0xFF, 0xFF, 0xFF])
                peer.send(8, 0, stream, [0x7F, 0xFF, 0xFF, 0xFF])
            }
        ),
    ]

    @Test("2.3 a faulty answer is INTERNAL, and ends its own call alone", arguments: broken.map(\.0))
    func brokenStreams(_ name: String) async throws {
        let answer = try #require(Self.broken.first { $0.0 == name }?.1)
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            answer(peer, stream)
            guard let next = peer.request() else { return }
            peer.reply(next, [1])
            peer.waitForEnd()
        }
        let channel = try ClientFaultTests.channel(server)
        #expect(await ClientFaultTests.failure(channel)?.code == .internal)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [1])
        #expect(server.connections == 1)
    }

    static let fatal: [(String, Answer)] = [
        // RFC 9113 calls it a malformed answer; nghttp2 takes the whole connection for broken.
        ("a body before its headers", { peer, stream in peer.data(stream, [0, 0, 0, 0, 0]) }),
        ("DATA on stream 0", { peer, _ in peer.send(0, 0, 0, [1]) }),
        ("DATA on a stream that was never opened", { peer, _ in peer.send(0, 0, 99, [1]) }),
        (
            "a frame that is too large",
            { peer, stream in
                peer.send(0, 0, stream, [UInt8](repeating: 0, count: 16_385))
            }
        ),
        ("a header block that is no HPACK", { peer, stream in peer.send(1, 4, stream, [0x80]) }),
        ("a CONTINUATION without HEADERS", { peer, stream in peer.send(9, 4, stream, []) }),
        (
            "CONTINUATION without end",
            { peer, stream in
                peer.send(1, 0, stream, [])
                for _ in 0..<100 { peer.send(9, 0, stream, []) }
            }
        ),
        ("a push that was forbidden", { peer, stream in peer.send(5, 4, stream, [0, 0, 0, 2, 0x88]) }),
        ("SETTINGS of a wrong length", { peer, _ in peer.send(4, 0, 0, [1]) }),
        (
            "too large a window for the connection",
            { peer, _ in
                peer.send(8, 0, 0, [0x7F, 0xFF, 0xFF, 0xFF])
                peer.send(8, 0, 0, [0x7F, 0xFF, 0xFF, 0xFF])
            }
        ),
        (
            "GOAWAY whose last stream rises",
            { peer, stream in
                peer.goAway(last: stream)
                peer.goAway(last: stream + 2)
            }
        ),
        (
            "an end in the middle of a frame",
            { peer, stream in
                peer.raw([0, 0, 100, 1, 4, 0, 0, 0, UInt8(stream), 1, 2, 3])
                peer.hangUp()
            }
        ),
        (
            "GOAWAY, and the end of the connection",
            { peer, stream in
                peer.goAway(last: stream, code: 2, "a fault")
                peer.hangUp()
            }
        ),
    ]

    @Test("2.3 what breaks the connection is UNAVAILABLE, and the next call takes another", arguments: fatal.map(\.0))
    func brokenConnections(_ name: String) async throws {
        let answer = try #require(Self.fatal.first { $0.0 == name }?.1)
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                answer(peer, stream)
                if peer.isOpen { peer.waitForEnd() }
            },
            { peer in
                peer.greet()
                while let stream = peer.request() { peer.reply(stream, [1]) }
            })
        let channel = try ClientFaultTests.channel(server)
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [1])
        #expect(server.connections == 2)
    }

    @Test("2.2 metadata comes back by name and in order, binary values padded, unpadded or joined by commas")
    func metadata() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            let odd = [("x-odd", "~\u{E9}\t!"), ("x-bad", "\u{7F}")]
            peer.headers(stream, Self.grpc + [("x-b-bin", "AAE="), ("x-b-bin", "AAE")] + odd)
            peer.message(stream, [1])
            peer.trailers(stream, 0, [("x-t-bin", "AQ,Ag==,*"), ("x-t", "b"), ("x-t", "a"), ("grpc-message", "ok")])
            peer.waitForEnd()
        }
        let reply = try await ClientFaultTests.channel(server).unary("/test.Echo/Say", [])
        #expect(reply.headers.binaryValues("x-b-bin") == [[0, 1], [0, 1]])
        #expect(reply.trailers.binaryValues("x-t-bin") == [[1], [2]])
        #expect(reply.trailers.values("x-t") == ["b", "a"])
        #expect(reply.trailers["grpc-message"] == nil)
        // What HTTP/2 allows comes as it is; a field that it does not allow is left out, and the call stands.
        #expect(reply.headers["x-odd"] == "~\u{E9}\t!")
        #expect(reply.headers["x-bad"] == nil)
    }
}

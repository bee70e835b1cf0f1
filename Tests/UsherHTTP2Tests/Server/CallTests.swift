import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct CallTests {
    @Test("a unary call is answered with headers, one message and trailers")
    func unary() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Echo", [[1, 2, 3]])
            let answer = try peer.answer(1)
            #expect(
                answer.headers == [
                    ":status": "200", "content-type": "application/grpc", "grpc-accept-encoding": "identity, gzip",
                ])
            #expect(answer.messages == [[1, 2, 3]])
            #expect(answer.trailers == ["grpc-status": "0"])
            #expect(answer.headerBlocks == 2)
        }
    }

    @Test("handlers run on the loop that owns the call, also after they were elsewhere")
    func threads() async throws {
        try await withServer(loops: 3) { _, _, port in
            for _ in 0..<6 {
                let peer = try TestPeer(port: port)
                try peer.call(1, "/test.Test/Thread")
                #expect(try peer.answer(1).messages == [[1]])
                try peer.call(3, "/test.Test/ThreadStream", [[], []])
                #expect(try peer.answer(3).messages == [[1], [1]])
            }
        }
    }

    @Test("an error travels in trailers only: code, text, details and metadata in one header block")
    func error() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Fail", [[]], [("x-echo", "a b")])
            let answer = try peer.answer(1)
            #expect(answer.headerBlocks == 1)
            #expect(answer.trailers[":status"] == "200")
            #expect(answer.status == "10")
            #expect(answer.trailers["grpc-message"] == "seat %E2%9B%94 taken")
            #expect(answer.trailers["grpc-status-details-bin"] == "AQL/")
            #expect(answer.trailers["x-echo"] == "a b")
        }
    }

    @Test(
        "a handler's own metadata travels in headers and trailers, with OK and with an error", arguments: [true, false])
    func decorated(fails: Bool) async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Decorate", [fails ? [1] : []], [("x-head", "a"), ("grpc-tags-bin", "AA")])
            let answer = try peer.answer(1)
            #expect(answer.headerBlocks == 2)
            #expect(answer.headers["x-head"] == "a")
            #expect(answer.headers["grpc-tags-bin"] == nil)
            #expect(answer.trailers["x-trail-bin"] == "q80")
            #expect(answer.status == (fails ? "5" : "0"))
            #expect(answer.messages == (fails ? [] : [[]]))
        }
    }

    @Test("metadata with a character that HTTP forbids is left out, and costs the call nothing")
    func oddMetadata() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let odd = [("x-odd", "a\u{1}b"), ("x odd", "a"), ("x-tab", "a\tb"), ("x-even", "é")]
            try peer.call(1, "/test.Test/Decorate", [[]], odd + [("x-head", "kept")])
            let answer = try peer.answer(1)
            #expect(answer.status == "0")
            #expect(answer.headers["x-head"] == "kept")
            #expect(answer.headers["x-odd"] == nil)
        }
    }

    static let refusals: [(String, [UInt8], Int)] = [
        ("/test.Test/Nothing", TestPeer.message([]), 12), ("/test.Other/Echo", TestPeer.message([]), 12),
        ("/test.Test/Echo", [], 12), ("/test.Test/Echo", TestPeer.message([1]) + TestPeer.message([2]), 12),
        ("/test.Test/Echo", [0, 0, 0, 0, 9, 1], 13), ("/test.Test/Echo", [0, 0], 13),
        ("/test.Test/Echo", [1, 0, 0, 0, 0], 13), ("/test.Test/Small", TestPeer.message(Array(0..<11)), 8),
        ("/test.Test/Chat", [0, 0, 0, 0, 9, 1], 13), ("/test.Test/Feed", TestPeer.message([9]), 5),
    ]

    @Test("a bad request gets its status, and the connection goes on", arguments: refusals)
    func refusal(path: String, body: [UInt8], status: Int) async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, path)
            try peer.send(TestPeer.frame(.data, 1, 1, body))
            #expect(try peer.answer(1).status == String(status))
            try peer.call(3, "/test.Test/Echo", [[7]])
            #expect(try peer.answer(3).messages == [[7]])
        }
    }

    @Test("an answer before the end of the request is followed by RST_STREAM with NO_ERROR")
    func early() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/Nothing")
            #expect(try peer.answer(1).status == "12")
            #expect(try peer.await(.reset, stream: 1)?.code == 0)
            try peer.call(3, "/test.Test/Echo")
            #expect(try peer.answer(3).status == "0")
        }
    }

    static let plain: [([(String, String)], String)] = [
        ([(":method", "GET"), (":path", "/")], "404"),
        ([(":method", "HEAD"), (":path", "/")], "404"),
        ([(":method", "GET"), (":path", "/test.Test/Echo")], "405"),
        ([(":method", "POST"), (":path", "/test.Test/Echo"), ("content-type", "application/json")], "415"),
    ]

    @Test("a request that is not gRPC gets an ordinary HTTP answer", arguments: plain)
    func http(fields: [(String, String)], status: String) async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let pseudo = fields.filter { $0.0.hasPrefix(":") } + [(":scheme", "http"), (":authority", "test")]
            let block = TestPeer.block(pseudo + fields.filter { !$0.0.hasPrefix(":") })
            try peer.send(TestPeer.frame(.headers, 5, 1, block))
            let answer = try peer.answer(1)
            #expect(answer.headers[":status"] == status)
            #expect(answer.headers["grpc-status"] == nil)
            #expect(answer.body.isEmpty == (fields[0].1 == "HEAD"))
        }
    }

    @Test("a call past its deadline ends with DEADLINE_EXCEEDED and its handler is cancelled")
    func deadline() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Wait", [[]], [("grpc-timeout", "500m")])
            #expect(try peer.answer(1).status == "4")
            #expect(await service.events.take() == "started")
            #expect(await service.events.take() == "cancelled")
            try peer.call(3, "/test.Test/Wait", [[]], [("grpc-timeout", "0n")])
            #expect(try peer.answer(3).status == "4")
            try peer.sync()
            #expect(await server.runningHandlers() == 0)
            #expect(service.events.isEmpty)
        }
    }

    @Test("a reset cancels the handler, and so does the loss of the connection")
    func cancellation() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port)
            for stream: Int32 in [1, 3] {
                try peer.call(stream, "/test.Test/Wait")
                #expect(await service.events.take() == "started")
                if stream == 1 { try peer.reset(1) } else { peer.hangUp() }
                #expect(await service.events.take() == "cancelled")
            }
        }
    }

    @Test("messages of megabytes flow in both directions, on many streams at once")
    func large() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port, settings: [(4, 1 << 30)])
            try peer.openWindow(0, 1 << 30)
            let message = (0..<(6 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            try peer.openCall(1, "/test.Test/Echo", TestPeer.message(message), ends: true)
            #expect(try peer.answer(1).messages == [message])
        }
    }

    @Test("a handler that does not read holds the client's window closed")
    func backpressure() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/Lazy")
            _ = try peer.await(.headers, stream: 1)
            let one = TestPeer.frame(.data, 0, 1, TestPeer.message([UInt8](repeating: 1, count: 1_000)))
            // One whole message waits from the first frame on, so nothing of the window comes back.
            for _ in 0..<(Limits.streamWindow / 1_005) { try peer.send(one) }
            try peer.sync()
            try peer.send(one)
            #expect(try peer.await(.reset, stream: 1)?.code == 3)
            service.release.put(())
        }
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

/// The lines of the attack checklist that a unit can prove; each ends with another client's call going well.
@Suite(.timeLimit(.minutes(5))) struct AbuseTests {
    static let enhanceYourCalm: UInt32 = 11

    /// Runs an attack and checks that the server serves on.
    func attack(_ body: @escaping @Sendable (TestPeer) throws -> Void) async throws {
        try await withServer { _, server, port in
            try body(try TestPeer(port: port))
            let other = try TestPeer(port: port)
            try other.call(1, "/test.Test/Echo", [[1]])
            #expect(try other.answer(1).messages == [[1]])
            try other.sync()
            #expect(await server.runningHandlers() == 0)
        }
    }

    /// Sends until the server closed, then reads its GOAWAY.
    func goaway(_ peer: TestPeer, _ send: () throws -> Void) throws -> TestPeer.Frame? {
        do { try send() } catch is TestPeer.Failure {}
        return try peer.await(.goaway)
    }

    @Test("rapid resets end the connection with ENHANCE_YOUR_CALM")
    func rapidReset() async throws {
        try await attack { peer in
            let frame = try goaway(peer) {
                for number in Int32(0)..<40_000 {
                    try peer.open(number * 2 + 1, "/test.Test/Echo")
                    try peer.reset(number * 2 + 1)
                }
            }
            #expect(frame?.code == Self.enhanceYourCalm)
        }
    }

    @Test("ten thousand calls that are cancelled one by one are no attack")
    func politeCancels() async throws {
        try await attack { peer in
            for number in Int32(0)..<10_000 {
                try peer.call(number * 2 + 1, "/test.Test/Wait")
                try peer.reset(number * 2 + 1)
                if number % 100 == 0 { try peer.sync() }
            }
            try peer.sync()
        }
    }

    @Test("a flood of PINGs ends the connection with ENHANCE_YOUR_CALM")
    func pings() async throws {
        try await attack { peer in
            let ping = TestPeer.frame(.ping, 0, 0, [UInt8](repeating: 1, count: 8))
            let frame = try goaway(peer) { for _ in 0..<3_000 { try peer.send(ping) } }
            #expect(frame?.code == Self.enhanceYourCalm)
            #expect(frame.map { String(decoding: $0.payload.dropFirst(8), as: UTF8.self) } == "too_many_pings")
        }
    }

    @Test("a flood of empty DATA frames ends the connection with ENHANCE_YOUR_CALM")
    func emptyData() async throws {
        try await attack { peer in
            try peer.open(1, "/test.Test/Chat")
            let empty = TestPeer.frame(.data, 0, 1)
            let frame = try goaway(peer) { for _ in 0..<20_000 { try peer.send(empty) } }
            #expect(frame?.code == Self.enhanceYourCalm)
        }
    }

    @Test("a header block without end is cut off with ENHANCE_YOUR_CALM")
    func continuations() async throws {
        try await attack { peer in
            let frame = try goaway(peer) {
                try peer.send(TestPeer.frame(.headers, 0, 1, TestPeer.block(TestPeer.request("/test.Test/Echo"))))
                for _ in 0..<20 { try peer.send(TestPeer.frame(.continuation, 0, 1, TestPeer.block([("a", "b")]))) }
            }
            #expect(frame?.code == Self.enhanceYourCalm)
        }
    }

    @Test("a request with too many header fields, or too large ones, is told the limit, and the next one is served")
    func headers() async throws {
        try await attack { peer in
            for number in Int32(0)..<20 {
                try peer.open(number * 4 + 1, "/test.Test/Echo", (0..<100).map { ("x\($0)", "") })
                let many = try peer.answer(number * 4 + 1)
                #expect(many.status == "8" && many.trailers["grpc-message"]?.contains("8192") == true)
                try peer.open(number * 4 + 3, "/test.Test/Echo", [("x", String(repeating: "v", count: 9 << 10))])
                #expect(try peer.answer(number * 4 + 3).status == "8")
            }
            try peer.call(201, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(201).status == "0")
        }
    }

    @Test("unfinished large requests of one connection hold no more than 32 MiB: the next one's window stays shut")
    func inbound() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            // Messages of 8 MiB less their last byte: four may come.
            let body = Array(TestPeer.message([UInt8](repeating: 1, count: 8 << 20)).dropLast())
            for number in Int32(0)..<4 { try peer.openCall(number * 2 + 1, "/test.Test/Echo", body, ends: false) }
            for number in Int32(4)..<100 {
                try peer.openCall(number * 2 + 1, "/test.Test/Echo", Array(body[..<(32 << 10)]), ends: false)
            }
            try peer.sync()
            let held = await server.inboundBytes()
            let most = 32 << 20 + 100 * (32 << 10)
            #expect(held > 31 << 20 && held <= most, "\(held)")
            let other = try TestPeer(port: port)
            try other.call(1, "/test.Test/Echo", [[1]])
            #expect(try other.answer(1).messages == [[1]])
            peer.hangUp()
            while await server.inboundBytes() > 0 { await Task.yield() }
        }
    }

    @Test("a request counts for the 64 MiB of its connection until its handler is done, also if its call was reset")
    func running() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            let message = [UInt8](repeating: 1, count: 1 << 20)
            let body = TestPeer.message(message)
            for number in Int32(0)..<64 {
                try peer.openCall(number * 2 + 1, "/test.Test/Hold", body, ends: true)
                #expect(await service.events.take() == "started")
                try peer.reset(number * 2 + 1)
            }
            try peer.call(201, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(201).status == "8")
            let other = try TestPeer(port: port)
            try other.call(1, "/test.Test/Echo", [[1]])
            #expect(try other.answer(1).status == "0")
            for _ in 0..<64 { service.release.put(()) }
            while await server.runningHandlers() > 0 { await Task.yield() }
            try peer.call(203, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(203).status == "0")
        }
    }
}

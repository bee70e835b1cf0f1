import Testing
import UsherRPC

@testable import UsherHTTP2

/// Peers that keep the server waiting, on a clock that the test moves.
@Suite(.timeLimit(.minutes(5))) struct PatienceTests {
    static let second: Int64 = 1_000_000_000
    static let noWindow: [(UInt16, UInt32)] = [(4, 0)]

    /// Moves the clock second by second.
    func pass(_ seconds: Int, _ server: HTTP2Server, _ each: () throws -> Void = {}) async throws {
        for _ in 0..<seconds {
            await server.advance(by: Self.second)
            try each()
        }
    }

    func reason(_ frame: TestPeer.Frame?) -> String {
        guard let frame, frame.code == AbuseTests.enhanceYourCalm else { return "" }
        return String(decoding: frame.payload.dropFirst(8), as: UTF8.self)
    }

    @Test("a few answers that a client does not take cost it their streams, not the connection")
    func fewAnswers() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for stream in [Int32(1), 3, 5] { try peer.call(stream, "/test.Test/Echo", [[1]]) }
            try peer.sync()
            try await pass(4, server)
            try peer.sync()
            try await pass(4, server)
            var gone: Set<Int32> = []
            while gone.count < 3, let frame = try peer.await(.reset) {
                #expect(frame.code == AbuseTests.enhanceYourCalm)
                gone.insert(frame.stream)
            }
            #expect(gone == [1, 3, 5])
            try peer.send(TestPeer.frame(.settings, 0, 0, [0, 4, 0, 0, 255, 255]))
            try peer.call(7, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(7).messages == [[1]])
        }
    }

    @Test("many answers that a client does not take end the connection with ENHANCE_YOUR_CALM")
    func manyAnswers() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for number in Int32(0)..<100 { try peer.call(number * 2 + 1, "/test.Test/Echo", [[1]]) }
            try peer.sync()
            try await pass(8, server)
            #expect(reason(try peer.await(.goaway)) == "answers are not taken")
            #expect(try peer.next() == nil)
        }
    }

    @Test("answers that are not gRPC's are no exception")
    func plainAnswers() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for number in Int32(0)..<100 {
                let fields = [(":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "test")]
                try peer.send(TestPeer.frame(.headers, 5, number * 2 + 1, TestPeer.block(fields)))
            }
            try peer.sync()
            try await pass(8, server)
            #expect(reason(try peer.await(.goaway)) == "answers are not taken")
        }
    }

    @Test("a window that opens byte by byte is as good as shut")
    func drip() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for number in Int32(0)..<50 {
                try peer.call(number * 2 + 1, "/test.Test/Echo", [[UInt8](repeating: 1, count: 1_000)])
            }
            try peer.sync()
            for _ in 0..<8 {
                try await pass(1, server)
                do {
                    for number in Int32(0)..<50 { try peer.openWindow(number * 2 + 1, 1) }
                    try peer.sync()
                } catch is TestPeer.Failure {}
            }
            let other = try TestPeer(port: port)
            try other.call(1, "/test.Test/Echo", [[1]])
            #expect(try other.answer(1).messages == [[1]])
            #expect(server.outboundBytes == 0)
        }
    }

    @Test("a client that takes its answers slowly, but takes them, gets them all")
    func slowReader() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for number in Int32(0)..<20 {
                try peer.call(number * 2 + 1, "/test.Test/Echo", [[UInt8](repeating: 1, count: 5_000)])
            }
            try peer.sync()
            for number in Int32(0)..<20 {
                try await pass(4, server)
                try peer.openWindow(number * 2 + 1, 10_000)
                #expect(try peer.answer(number * 2 + 1).status == "0")
            }
        }
    }

    @Test(
        "a socket that is not read holds no answers for longer than 20 s, and calls that wait behind them hold nothing")
    func unreadSocket() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: [(4, 0x7FFF_FFFF)], receiveBuffer: 4_096)
            try peer.openWindow(0, 0x7000_0000)
            for number in Int32(0)..<20 {
                try peer.call(number * 2 + 1, "/test.Test/Megabyte")
            }
            while server.outboundBytes < 1 << 20 { await Task.yield() }
            try await pass(50, server)
            #expect(server.outboundBytes == 0)
        }
    }
    static let large = [UInt8](repeating: 1, count: 200_000)

    @Test("a reader that takes nothing of its feeds for a minute is kept, and catches up")
    func feeds() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for number in Int32(0)..<50 { try peer.call(number * 2 + 1, "/test.Test/Feed", [[1]]) }
            for _ in 0..<50 { _ = await service.channels.take() }
            try await pass(60, server)
            for number in Int32(0)..<50 { try peer.openWindow(number * 2 + 1, 100) }
            for number in Int32(0)..<50 { #expect(try peer.await(.data, stream: number * 2 + 1)?.payload.last == 1) }
        }
    }

    @Test("a request that does not go on is ended after 30 s; many end the connection")
    func requests() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/Echo")
            try peer.open(3, "/test.Test/Chat")
            try peer.sync()
            try await pass(29, server)
            try peer.sync()
            try await pass(2, server)
            #expect(try peer.answer(1).status == "1")
            for number in Int32(2)..<20 { try peer.open(number * 2 + 1, "/test.Test/Echo") }
            try peer.sync()
            try await pass(31, server)
            #expect(reason(try peer.await(.goaway)) == "requests do not go on")
        }
    }

    @Test("a large request on a slow network is waited for")
    func slowRequest() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            let body = TestPeer.message([UInt8](repeating: 1, count: 60_000))
            try peer.open(1, "/test.Test/Echo")
            for start in stride(from: 0, to: body.count, by: 1_000) {
                let end = min(body.count, start + 1_000)
                try peer.send(TestPeer.frame(.data, end == body.count ? 1 : 0, 1, Array(body[start..<end])))
                guard end < body.count else { break }
                try peer.sync()
                try await pass(1, server)
            }
            #expect(try peer.answer(1).status == "0")
        }
    }

    @Test("a header block must end within 10 s")
    func headerBlock() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            try peer.sync()
            try peer.send(TestPeer.frame(.headers, 0, 1, TestPeer.block(TestPeer.request("/test.Test/Echo"))))
            // Nothing may be sent in between, so the server is asked when it knows of the block.
            while await server.waitingHeaderBlocks() == 0 { await Task.yield() }
            try await pass(9, server)
            #expect(await server.waitingHeaderBlocks() == 1)
            try await pass(2, server)
            #expect(reason(try peer.await(.goaway)) == "a header block does not end")
        }
    }

    @Test("a malformed header block is over, and its connection goes on")
    func malformed() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/Echo", [("connection", "close")], ends: true)
            #expect(try peer.await(.reset, stream: 1) != nil)
            try await pass(60, server)
            try peer.call(3, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(3).status == "0")
        }
    }

    @Test("a client that says nothing is closed after 10 s")
    func silence() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, preface: [])
            while await server.openConnections() == 0 { await Task.yield() }
            try await pass(9, server)
            #expect(await server.openConnections() == 1)
            try await pass(3, server)
            #expect(try peer.await(.goaway)?.code == 4)
        }
    }

    @Test(
        "of a thousand calls at once 128 run at a time, those that are reset never run, and the others get their turn")
    func turns() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            for number in Int32(0)..<1_000 { try peer.call(number * 2 + 1, "/test.Test/Hold", [[1]]) }
            try peer.sync()
            for _ in 0..<128 { _ = await service.events.take() }
            try peer.sync()
            #expect(service.events.isEmpty)
            for number in Int32(128)..<500 { try peer.reset(number * 2 + 1) }
            try peer.sync()
            for _ in 0..<628 { service.release.put(()) }
            for _ in 128..<628 { _ = await service.events.take() }
            for number in Int32(0)..<1_000 where !(128..<500).contains(number) {
                while peer.statuses[number * 2 + 1] == nil { _ = try peer.next() }
                #expect(peer.statuses[number * 2 + 1] == "0")
            }
            #expect(service.events.isEmpty)
            #expect(await server.runningHandlers() == 0)
        }
    }

    @Test("calls wait while answers do, so that what one connection holds is about a megabyte")
    func room() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, settings: Self.noWindow)
            for number in Int32(0)..<30 {
                try peer.openCall(number * 2 + 1, "/test.Test/Echo", TestPeer.message(Self.large), ends: true)
            }
            try peer.sync()
            #expect(server.outboundBytes > 0 && server.outboundBytes < (1 << 20) + 210_000)
            try peer.openWindow(0, 0x7000_0000)
            for number in Int32(0)..<30 {
                try peer.openWindow(number * 2 + 1, 300_000)
                #expect(try peer.answer(number * 2 + 1).status == "0")
            }
            #expect(server.outboundBytes == 0)
        }
    }
}

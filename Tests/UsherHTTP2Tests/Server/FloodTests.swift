import Testing
import UsherRPC

@testable import UsherHTTP2

/// Floods of frames over the wire: each is told ENHANCE_YOUR_CALM and why, and another client is served.
@Suite(.timeLimit(.minutes(5))) struct FloodTests {
    static let biggest: UInt32 = 0x7FFF_FFFF

    /// Sends what `burst` makes, over and over, until the server has closed. The reason that it gave, and how many
    /// bursts were sent.
    func flood(
        _ begin: (TestPeer) throws -> Void = { _ in }, _ burst: @escaping @Sendable (Int32) -> [UInt8]
    ) async throws -> String {
        let told = Latch<String>()
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/Chat")
            do {
                for number in Int32(0)..<40_000 { try peer.send(burst(number)) }
            } catch is TestPeer.Failure {}
            let frame = try peer.await(.goaway)
            peer.hangUp()
            #expect(frame?.code == AbuseTests.enhanceYourCalm)
            told.put(frame.map { String(decoding: $0.payload.dropFirst(8), as: UTF8.self) } ?? "")
            let other = try TestPeer(port: port)
            try other.call(1, "/test.Test/Echo", [[1]])
            #expect(try other.answer(1).messages == [[1]])
            #expect(await server.runningHandlers() == 0)
        }
        return await told.take()
    }

    static func headers(_ stream: Int32, _ extra: [(String, String)] = [], ends: Bool = false) -> [UInt8] {
        TestPeer.frame(.headers, ends ? 5 : 4, stream, TestPeer.block(TestPeer.request("/test.Test/Echo", extra)))
    }

    @Test("streams whose window is made to overflow")
    func overflow() async throws {
        let update = TestPeer.bigEndian(Self.biggest)
        let reason = try await flood { number in
            let stream = number * 2 + 3
            return Self.headers(stream) + TestPeer.frame(.windowUpdate, 0, stream, update)
        }
        #expect(reason == "too many faulty streams")
    }

    @Test("requests with another length than their content-length")
    func contentLength() async throws {
        let reason = try await flood { number in
            let stream = number * 2 + 3
            return Self.headers(stream, [("content-length", "3")]) + TestPeer.frame(.data, 1, stream, [0])
        }
        #expect(reason == "too many faulty streams")
    }

    @Test("messages that come out as a thousand times as much")
    func gzipBombs() async throws {
        try await withServer { _, _, port in
            let bomb = TestPeer.packed(try #require(Gzipped.packed([UInt8](repeating: 0, count: 2 << 20))))
            let peer = try TestPeer(port: port)
            var goaway: TestPeer.Frame?
            // One after the other: a thousand at once would end as a flood of streams.
            for stream in stride(from: Int32(1), to: 1_000, by: 2) where goaway == nil {
                try peer.open(stream, "/test.Test/Alike", [("grpc-encoding", "gzip")])
                try peer.send(TestPeer.frame(.data, 1, stream, bomb))
                while peer.statuses[stream] == nil, goaway == nil, let frame = try peer.next() {
                    if frame.kind == .goaway { goaway = frame }
                }
            }
            #expect(goaway?.code == AbuseTests.enhanceYourCalm)
            #expect(
                goaway.map { String(decoding: $0.payload.dropFirst(8), as: UTF8.self) }
                    == "too many messages that burst")
        }
    }

    @Test("requests with malformed header fields")
    func malformed() async throws {
        let reason = try await flood { Self.headers($0 * 2 + 3, [("connection", "close")], ends: true) }
        #expect(reason == "too many faulty streams")
    }

    @Test("one-byte references to a large field of the dynamic table")
    func hpackBomb() async throws {
        let field: [UInt8] = [0x40, 1, 0x78, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x61, count: 4_000)
        let reason = try await flood { number in
            let references = [UInt8](repeating: 0xBE, count: 12_000)
            let block = TestPeer.block(TestPeer.request("/test.Test/Echo"))
            let stream = number * 2 + 3
            return TestPeer.frame(.headers, 5, stream, block + (number == 0 ? field : references))
        }
        #expect(reason == "header lists far over the limit")
    }

    @Test("trailers beyond the limit")
    func trailers() async throws {
        let reason = try await flood { number in
            let stream = number * 2 + 3
            let trailers = TestPeer.block((0..<101).map { ("x\($0)", "") })
            return Self.headers(stream) + TestPeer.frame(.headers, 5, stream, trailers)
        }
        #expect(reason == "header lists far over the limit")
    }

    @Test("SETTINGS")
    func settings() async throws {
        let reason = try await flood { _ in TestPeer.frame(.settings, 0, 0, [0, 4, 0, 1, 0, 0]) }
        #expect(reason == "too many SETTINGS")
    }

    @Test("WINDOW_UPDATEs", arguments: [Int32(0), 1, 3])
    func windowUpdates(stream: Int32) async throws {
        let reason = try await flood { _ in TestPeer.frame(.windowUpdate, 0, stream == 3 ? 1 : stream, [0, 0, 0, 1]) }
        #expect(reason == "too many WINDOW_UPDATEs")
    }

    @Test(
        "frames that do nothing",
        arguments: [
            ("PRIORITY", [0, 0, 5, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ("an unknown type", [0, 0, 1, 0xF0, 0, 0, 0, 0, 1, 0]),
            ("empty DATA", [0, 0, 0, 0, 0, 0, 0, 0, 1]),
            ("DATA of padding alone", [0, 0, 3, 0, 8, 0, 0, 0, 1, 2, 0, 0]),
        ] as [(String, [UInt8])])
    func idle(name: String, frame: [UInt8]) async throws {
        #expect(try await flood { _ in frame } == "too many idle frames")
    }

    @Test("DATA for a stream that is over")
    func lateData() async throws {
        let reason = try await flood { number in
            if number == 0 { return Self.headers(3, ends: true) + TestPeer.frame(.reset, 0, 3, [0, 0, 0, 8]) }
            return TestPeer.frame(.data, 0, 3, [1])
        }
        #expect(reason == "too many idle frames")
    }

    @Test("a message that comes byte by byte")
    func dribble() async throws {
        let reason = try await flood { number in
            TestPeer.frame(.data, 0, 1, number < 5 ? [number == 2 ? 1 : 0] : [7])
        }
        #expect(reason == "too many idle frames")
    }
}

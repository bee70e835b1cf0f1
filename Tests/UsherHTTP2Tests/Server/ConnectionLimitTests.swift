import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct ConnectionLimitTests {
    static func options(_ maxConnections: Int, exemptsLoopback: Bool = false) -> HTTP2Server.Options {
        var options = HTTP2Server.Options(loops: 2)
        options.maxConnectionsPerPeer = maxConnections
        options.exemptsLoopback = exemptsLoopback
        return options
    }

    @Test("a peer's connection over the limit is told ENHANCE_YOUR_CALM and why, and one that ends makes room")
    func perPeer() async throws {
        try await withServer(options: Self.options(3)) { _, server, port in
            var peers: [TestPeer] = []
            for _ in 0..<3 {
                let peer = try TestPeer(port: port)
                try peer.sync()
                peers.append(peer)
            }
            // It says nothing: what it sent after the server has closed would cost it the server's words.
            let refused = try TestPeer(port: port, preface: [])
            let frame = try refused.await(.goaway)
            #expect(frame?.code == AbuseTests.enhanceYourCalm)
            #expect(
                frame.map { String(decoding: $0.payload.dropFirst(8), as: UTF8.self) }
                    == "too many connections from this address")
            #expect(try refused.next() == nil)
            peers.removeLast().hangUp()
            while await server.openConnections() > 2 { await Task.yield() }
            let next = try TestPeer(port: port)
            try next.call(1, "/test.Test/Echo", [[1]])
            #expect(try next.answer(1).messages == [[1]])
        }
    }

    @Test("this machine has as many connections as it likes")
    func loopback() async throws {
        try await withServer(options: Self.options(3, exemptsLoopback: true)) { _, _, port in
            let peers = try (0..<20).map { _ in try TestPeer(port: port) }
            for peer in peers { try peer.sync() }
        }
    }

    @Test("connections that never finish their handshake are refused, and then ended; those that did stay")
    func handshakes() async throws {
        try await withServer(options: Self.options(10_000)) { _, server, port in
            let honest = try TestPeer(port: port)
            try honest.sync()
            let silent = try (0..<Limits.maxHandshakesPerPeer).map { _ in try TestPeer(port: port, preface: []) }
            while await server.openConnections() < silent.count + 1 { await Task.yield() }
            let refused = try TestPeer(port: port, preface: [])
            #expect(
                try refused.await(.goaway).map { String(decoding: $0.payload.dropFirst(8), as: UTF8.self) }
                    == "too many unfinished handshakes from this address")
            // 10 s for the handshake, and a second to hear of it.
            for _ in 0..<12 { await server.advance(by: 1_000_000_000) }
            while await server.openConnections() > 1 { await server.advance(by: 1_000_000_000) }
            try honest.call(1, "/test.Test/Echo", [[1]])
            #expect(try honest.answer(1).messages == [[1]])
            try TestPeer(port: port).sync()
        }
    }
}

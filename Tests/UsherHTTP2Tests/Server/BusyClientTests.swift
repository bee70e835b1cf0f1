import Testing
import UsherRPC

@testable import UsherHTTP2

/// A client that does much at once, within its rights: it is held back, and never refused.
@Suite(.timeLimit(.minutes(5))) struct BusyClientTests {
    @Test("a thousand large requests at once are held back by their windows, and none is refused")
    func uploads() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            let streams = (0..<1_000).map { Int32($0 * 2 + 1) }
            // Together more than the server takes of one connection.
            try peer.upload(streams, "/test.Test/Count", TestPeer.message([UInt8](repeating: 0, count: 100_000)))
            #expect(streams.allSatisfy { peer.statuses[$0] == "0" })
        }
    }

    @Test("large requests that are given up let the others go on")
    func abandoned() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let body = TestPeer.message([UInt8](repeating: 0, count: 16 << 20 - 5))
            // Each of these announces half of what large requests may take, so that nothing is left for a third one.
            for stream in [1, 3] as [Int32] {
                try peer.openCall(stream, "/test.Test/Echo", Array(body[..<64_000]), ends: false)
            }
            try peer.openCall(5, "/test.Test/Echo", Array(body[..<16_000]), ends: false)
            for stream in [1, 3, 5] as [Int32] { try peer.reset(stream) }
            try peer.upload([7], "/test.Test/Count", TestPeer.message([UInt8](repeating: 0, count: 1_000_000)))
            #expect(peer.statuses[7] == "0")
        }
    }

    @Test("a client that asks for much at once gets it as fast as it takes it")
    func downloads() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            let streams = (0..<20).map { Int32($0 * 2 + 1) }
            for stream in streams { try peer.call(stream, "/test.Test/Megabyte") }
            try peer.takeAll(streams)
            #expect(streams.allSatisfy { peer.statuses[$0] == "0" })
        }
    }

    @Test("large answers on their way, and feeds that nobody reads, do not hold small calls")
    func stalled() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.openWindow(0, 1 << 30)
            for stream in [1, 3, 5] as [Int32] { try peer.call(stream, "/test.Test/Megabyte") }
            let message = TestPeer.message([UInt8](repeating: 1, count: 900_000))
            for stream in [7, 9] as [Int32] { try peer.openCall(stream, "/test.Test/Feed", message, ends: true) }
            try peer.call(11, "/test.Test/Echo", [[1]])
            while peer.statuses[11] == nil { _ = try peer.next() }
            #expect(peer.statuses == [11: "0"])
            // A further feed is held, until the others are read.
            try peer.call(13, "/test.Test/Feed", [[1]])
            try peer.call(15, "/test.Test/Echo", [[1]])
            while peer.statuses[15] == nil {
                let frame = try peer.next()
                #expect(frame?.stream != 13)
            }
            for stream in [7, 9] as [Int32] { try peer.openWindow(stream, 1 << 20) }
            _ = try peer.await(.data, stream: 13)
        }
    }

    @Test("calls that wait to start end with their deadline")
    func expired() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port)
            for stream in 0..<20 { try peer.call(Int32(stream * 2 + 1), "/test.Test/Megabyte") }
            try peer.call(99, "/test.Test/Megabyte", [[]], [("grpc-timeout", "50m")])
            while peer.statuses[99] == nil { _ = try peer.next() }
            #expect(peer.statuses[99] == "4")
        }
    }
}

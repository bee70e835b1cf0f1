import Testing
import UsherRPC

@testable import UsherHTTP2

/// Whatever ends a call frees its handler at once, whatever the handler waits for.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    /// Waits until no handler runs; the suite's time limit is the bound.
    private func idle(_ server: HTTP2Server) async {
        while await server.runningHandlers() > 0 { await Task.yield() }
    }

    @Test("a deadline ends a streaming call that waits for its client, and cancels the handler")
    func deadlineReading() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/WaitStream", [("grpc-timeout", "5S")])
            #expect(await service.events.take() == "started")
            _ = try peer.await(.headers, stream: 1)
            await server.advance(by: 4_000_000_000)
            #expect(service.events.isEmpty)
            await server.advance(by: 1_000_000_000)
            #expect(await service.events.take() == "cancelled true")
            #expect(try peer.answer(1).status == "4")
            await idle(server)
        }
    }

    @Test("a deadline resets a call whose client takes nothing, drops what waits for it, and cancels the handler")
    func deadlineWriting() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port, settings: [(4, 10)])
            try peer.open(1, "/test.Test/WaitStream", [("grpc-timeout", "5S")])
            #expect(await service.events.take() == "started")
            let body = TestPeer.message([UInt8](repeating: 7, count: 1_000))
            try peer.send(TestPeer.frame(.data, 0, 1, body))
            // As much as its window takes.
            #expect(try peer.await(.data, stream: 1)?.payload.count == 10)
            await server.advance(by: 5_000_000_000)
            #expect(await service.events.take() == "cancelled true")
            #expect(try peer.await(.reset, stream: 1)?.code == 8)
            await idle(server)
            try peer.call(3, "/test.Test/Thread")
            #expect(try peer.answer(3).status == "0")
        }
    }

    @Test("a deadline ends a feed, and resets it if its client takes nothing", arguments: [true, false])
    func deadlineFeed(_ reads: Bool) async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port, settings: reads ? [] : [(4, 0)])
            try peer.call(1, "/test.Test/Feed", [[1]], [("grpc-timeout", "5S")])
            let channel = await service.channels.take()
            try peer.sync()
            await server.advance(by: 5_000_000_000)
            #expect(await service.events.take() == "closed true")
            #expect(await onLoop(of: channel) { !$0.isOpen })
            if reads {
                #expect(peer.statuses[1] == nil)
                while peer.statuses[1] == nil { _ = try #require(try peer.next()) }
                #expect(peer.statuses[1] == "4")
            } else {
                #expect(try peer.await(.reset, stream: 1)?.code == 8)
            }
        }
    }

    /// How a client leaves its call.
    enum Leaving: CaseIterable, Sendable { case reset, hangUp }

    @Test("a client that leaves frees a handler that waits for its words", arguments: Leaving.allCases)
    func leavingReader(_ how: Leaving) async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.open(1, "/test.Test/WaitStream")
            #expect(await service.events.take() == "started")
            if how == .reset { try peer.reset(1) } else { peer.hangUp() }
            #expect(await service.events.take() == "cancelled true")
            await idle(server)
        }
    }

    @Test("a client that leaves frees a handler that waits for its window", arguments: Leaving.allCases)
    func leavingWriter(_ how: Leaving) async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port, settings: [(4, 0)])
            try peer.open(1, "/test.Test/WaitStream")
            #expect(await service.events.take() == "started")
            try peer.send(TestPeer.frame(.data, 0, 1, TestPeer.message([1, 2, 3])))
            try peer.sync()
            #expect(service.events.isEmpty)
            if how == .reset { try peer.reset(1) } else { peer.hangUp() }
            #expect(await service.events.take() == "cancelled true")
            await idle(server)
        }
    }

    @Test("a hundred calls that are reset free their handlers, and the connection goes on")
    func many() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            for number in Int32(0)..<100 { try peer.call(number * 2 + 1, "/test.Test/Wait") }
            for _ in 0..<100 { #expect(await service.events.take() == "started") }
            #expect(await server.runningHandlers() == 100)
            for number in Int32(0)..<100 { try peer.reset(number * 2 + 1) }
            for _ in 0..<100 { #expect(await service.events.take() == "cancelled") }
            await idle(server)
            try peer.call(301, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(301).messages == [[1]])
        }
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

/// The spans of a connection's life over the wire, by a clock that the tests move on.
@Suite(.timeLimit(.minutes(5))) struct ConnectionTimeTests {
    static let second: Int64 = 1_000_000_000

    /// The debug data of a GOAWAY.
    static func text(_ frame: TestPeer.Frame?) -> String? {
        frame.map { String(decoding: $0.payload.dropFirst(8), as: UTF8.self) }
    }

    static func lastStream(_ frame: TestPeer.Frame?) -> [UInt8]? {
        frame.map { Array($0.payload[..<4]) }
    }

    // MARK: Keepalive

    @Test("a peer with an open stream that says nothing is pinged after 20 s, and may stand still for a minute more")
    func stalledMinute() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            // Else its answer to the server's SETTINGS would be a sign of life after the advance.
            try peer.sync()
            await server.advance(by: 20 * Self.second + Limits.soonestLook)
            let ping = try #require(try peer.await(.ping))
            #expect(ping.flags == 0)
            await server.advance(by: 65 * Self.second)
            #expect(await onLoop(of: channel) { $0.isOpen })
            try peer.send(TestPeer.frame(.ping, 1, 0, ping.payload))
            try peer.sync()
            await server.advance(by: 19 * Self.second)
            #expect(await onLoop(of: channel) { $0.isOpen })
            await onLoop(of: channel) { $0.finish(nil) }
            #expect(try peer.answer(1).status == "0")
        }
    }

    @Test("a peer that answers no PING for 80 s is gone: its connection is closed and its feeds end")
    func silence() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Feed", [[1]])
            _ = await service.channels.take()
            await server.advance(by: 100 * Self.second)
            #expect(await service.events.take() == "closed true")
            while try peer.next() != nil {}
        }
    }

    @Test("without streams there is no PING for two hours, and then patience for 20 s")
    func idleSilence() async throws {
        var options = ServerConnectionOptions()
        options.maxIdle = nil
        try await withServer(connection: options) { _, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(1).status == "0")
            try peer.sync()
            await server.advance(by: 7_190 * Self.second)
            try peer.sync()
            // Counted from the last byte.
            await server.advance(by: 7_210 * Self.second)
            #expect(try peer.await(.ping) != nil)
            await server.advance(by: 20 * Self.second)
            #expect(try peer.next() == nil)
        }
    }

    // MARK: Pings of the client

    @Test("the third PING too many ends the connection with ENHANCE_YOUR_CALM and too_many_pings")
    func strikes() async throws {
        try await withServer { _, _, port in
            let rude = try TestPeer(port: port)
            for _ in 0..<3 { try rude.ping() }
            try rude.send(TestPeer.frame(.ping, 0, 0, [UInt8](repeating: 0, count: 8)))
            let goaway = try #require(try rude.await(.goaway))
            #expect(goaway.code == AbuseTests.enhanceYourCalm && Self.text(goaway) == "too_many_pings")
            #expect(try rude.next() == nil)
        }
    }

    @Test("a flood of PINGs is answered no further than the one that is too many, and the GOAWAY comes right behind")
    func flood() async throws {
        try await withServer { _, _, port in
            let peer = try TestPeer(port: port)
            try peer.sync()
            let ping = TestPeer.frame(.ping, 0, 0, [UInt8](repeating: 0, count: 8))
            try peer.send(Array(repeating: ping, count: 3_000).flatMap { $0 })
            var answers = 0
            while let frame = try peer.next() {
                if frame.kind == .ping { answers += 1 }
                if frame.kind == .goaway { #expect(Self.text(frame) == "too_many_pings") }
            }
            #expect(answers <= 4)
        }
    }

    @Test("a client that keeps a quiet stream alive every 5 min, or a busy one at any time, has no strikes")
    func politePings() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            for _ in 0..<10 {
                try peer.ping()
                // In steps, since the server pings too and is to be answered.
                for _ in 0..<20 {
                    await server.advance(by: 15 * Self.second)
                    try peer.sync()
                }
            }
            for number in UInt8(0)..<50 {
                await onLoop(of: channel) { $0.send(FramedMessage([number])) }
                for _ in 0..<3 { try peer.ping() }
            }
            await onLoop(of: channel) { $0.finish(nil) }
            while !(try #require(try peer.await(.headers, stream: 1)).endsStream) {}
        }
    }

    // MARK: Idleness and age

    @Test("a connection without streams for 30 min gets two GOAWAYs, the last with max_idle, and is closed")
    func idle() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            let busy = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Echo", [[1]])
            #expect(try peer.answer(1).status == "0")
            try busy.call(1, "/test.Test/Feed", [[1]])
            _ = await service.channels.take()
            for _ in 0..<30 {
                await server.advance(by: 59 * Self.second)
                try busy.sync()
            }
            try peer.sync()
            await server.advance(by: 30 * Self.second)
            let notice = try #require(try peer.await(.goaway))
            #expect(notice.code == 0 && Self.lastStream(notice) == [0x7F, 255, 255, 255])
            // A call that was on its way is served.
            try peer.call(3, "/test.Test/Echo", [[2]])
            #expect(try peer.answer(3).messages == [[2]])
            await server.advance(by: Self.second)
            let final = try #require(try peer.await(.goaway))
            #expect(final.code == 0 && Self.lastStream(final) == [0, 0, 0, 3] && Self.text(final) == "max_idle")
            #expect(try peer.next() == nil)
            try busy.call(3, "/test.Test/Echo", [[3]])
            #expect(try busy.answer(3).status == "0")
        }
    }

    @Test("a connection of full age tells its streams and its client, and what is left after the grace is cut")
    func age() async throws {
        var options = ServerConnectionOptions()
        options.maxAge = 100 * Self.second
        options.maxAgeGrace = 30 * Self.second
        try await withServer(loops: 1, connection: options) { service, server, port in
            let old = try TestPeer(port: port)
            try old.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            try old.open(3, "/test.Test/WaitStream")
            #expect(await service.events.take() == "started")
            await server.advance(by: 60 * Self.second)
            let young = try TestPeer(port: port)
            try young.call(1, "/test.Test/Feed", [[1]])
            let other = await service.channels.take()
            try old.sync()
            await server.advance(by: 39 * Self.second)
            #expect(service.events.isEmpty)
            await server.advance(by: Self.second)
            let told = await [service.events.take(), service.events.take()]
            #expect(told == ["going max_age", "going max_age"])
            let notice = try #require(try old.await(.goaway))
            #expect(notice.code == 0 && Self.lastStream(notice) == [0x7F, 255, 255, 255])
            // Whoever comes after the notice is told at once.
            try old.call(5, "/test.Test/Feed", [[1]])
            _ = await service.channels.take()
            #expect(await service.events.take() == "going max_age")
            let ping = try #require(try old.await(.ping))
            try old.send(TestPeer.frame(.ping, 1, 0, ping.payload))
            let final = try #require(try old.await(.goaway))
            #expect(Self.lastStream(final) == [0, 0, 0, 5] && Self.text(final) == "max_age")
            // What comes now is not looked at, and what runs goes on.
            try old.call(7, "/test.Test/Echo", [[1]])
            await onLoop(of: channel) { $0.send(FramedMessage([2])) }
            let data = try #require(try old.await(.data))
            #expect(data.stream == 1)
            await server.advance(by: 30 * Self.second)
            while try old.next() != nil {}
            #expect(old.statuses == [1: "14", 3: "14", 5: "14"])
            #expect(await onLoop(of: other) { $0.isOpen })
            try young.call(3, "/test.Test/Echo", [[1]])
            #expect(try young.answer(3).status == "0")
        }
    }

    @Test("a connection of full age whose streams have ended closes before its grace is over")
    func emptyAge() async throws {
        var options = ServerConnectionOptions()
        options.maxAge = 100 * Self.second
        options.maxAgeGrace = nil
        try await withServer(connection: options) { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Hold", [[1]])
            #expect(await service.events.take() == "started")
            try peer.sync()
            await server.advance(by: 55 * Self.second)
            try peer.sync()
            await server.advance(by: 55 * Self.second)
            #expect(try peer.await(.goaway) != nil)
            await server.advance(by: Self.second)
            #expect(Self.text(try peer.await(.goaway)) == "max_age")
            service.release.put(())
            #expect(try peer.answer(1).messages == [[1]])
            #expect(try peer.next() == nil)
        }
    }

    @Test("a client that never sends SETTINGS is told so after 10 s")
    func handshake() async throws {
        try await withServer { _, server, port in
            let peer = try TestPeer(port: port, sendsSettings: false)
            // The server has accepted it once its SETTINGS are here.
            try peer.awaitSettings()
            await server.advance(by: 10 * Self.second)
            #expect(try peer.await(.goaway)?.code == 4)
            #expect(try peer.next() == nil)
        }
    }
}

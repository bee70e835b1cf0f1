import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct DrainTests {
    @Test("a drain says goodbye first, then two GOAWAYs, and calls in flight finish")
    func drains() async throws {
        let hook = Latch<String>()
        try await withServer(onDrain: { hook.put("hook") }) { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Hold", [[5]])
            #expect(await service.events.take() == "started")
            let drained = Task.detached { await server.drain(within: 60_000_000_000) }
            #expect(await hook.take() == "hook")
            let notice = try #require(try peer.next())
            // Behind the notice, so that who answers it has read the notice.
            let ping = try #require(try peer.next())
            #expect(notice.kind == .goaway && notice.code == 0 && ping.kind == .ping)
            #expect(notice.payload[..<4] == [0x7F, 255, 255, 255])
            // Until the PING is answered the client may not know yet: its call is still taken.
            try peer.call(3, "/test.Test/Echo", [[6]])
            try peer.send(TestPeer.frame(.ping, 1, 0, ping.payload))
            var last: TestPeer.Frame?
            var echoed = false
            while last == nil || !echoed {
                let frame = try #require(try peer.next())
                if frame.kind == .goaway { last = frame }
                if frame.stream == 3, frame.endsStream { echoed = true }
            }
            #expect(last?.payload[..<4] == [0, 0, 0, 3])
            service.release.put(())
            let answer = try peer.answer(1)
            #expect(answer.messages == [[5]] && answer.status == "0")
            #expect(try peer.next() == nil)
            peer.hangUp()
            await drained.value
        }
    }

    @Test("what is left at the end of a drain ends with UNAVAILABLE")
    func cuts() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Wait")
            #expect(await service.events.take() == "started")
            try peer.call(3, "/test.Test/Feed", [[1]])
            _ = await service.channels.take()
            let stopped = Task.detached { await server.stop() }
            while try peer.next() != nil {}
            #expect(peer.statuses == [1: "14", 3: "14"])
            let events = await [service.events.take(), service.events.take(), service.events.take()]
            #expect(events.sorted() == ["cancelled", "closed true", "going shutdown"])
            peer.hangUp()
            await stopped.value
            #expect(throws: (any Error).self) { try TestPeer(port: port) }
        }
    }

    @Test("a stop cuts a drain short, and both return once the server has ended")
    func stopsDrain() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Wait")
            #expect(await service.events.take() == "started")
            let drained = Task.detached { await server.drain(within: .max) }
            #expect(try peer.await(.goaway) != nil)
            let stopped = Task.detached { await server.stop() }
            while try peer.next() != nil {}
            #expect(peer.statuses == [1: "14"])
            #expect(await service.events.take() == "cancelled")
            peer.hangUp()
            await stopped.value
            await drained.value
            await server.stop()
            #expect(throws: (any Error).self) { try TestPeer(port: port) }
        }
    }

    @Test("feeds and streaming handlers are told that the server goes, once")
    func tells() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Feed", [[1]])
            _ = await service.channels.take()
            try peer.open(3, "/test.Test/WaitStream")
            #expect(await service.events.take() == "started")
            let drained = Task.detached { await server.drain(within: 60_000_000_000) }
            let told = await [service.events.take(), service.events.take()]
            #expect(told == ["going shutdown", "going shutdown"])
            try peer.reset(1)
            #expect(await service.events.take() == "closed true")
            try peer.send(TestPeer.frame(.data, 1, 3))
            #expect(try peer.answer(3).status == "0")
            while try peer.next() != nil {}
            peer.hangUp()
            await drained.value
            #expect(service.events.isEmpty)
        }
    }

    @Test("a second server on the same port is refused with the reason")
    func port() async throws {
        try await withServer { _, _, port in
            let other = try HTTP2Server(services: [], host: "127.0.0.1", port: port)
            let error = await #expect(throws: TransportError.self) { try await other.start() }
            #expect(error?.operation == "listen on 127.0.0.1:\(port)")
            #expect(error?.message == "Address already in use")
            await other.stop()
        }
    }
}

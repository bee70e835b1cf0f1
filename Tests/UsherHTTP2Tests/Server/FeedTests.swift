import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct FeedTests {
    @Test("a feed lives on without a handler, and ends with the status it is given")
    func lives() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            #expect(await server.runningHandlers() == 0)
            await onLoop(of: channel) { channel in
                for number in UInt8(2)..<6 { channel.send(FramedMessage([number])) }
                channel.finish(RPCError(.unavailable, "going"))
                #expect(!channel.isOpen)
                channel.send(FramedMessage([99]))
                channel.finish(nil)
            }
            let answer = try peer.answer(1)
            #expect(answer.messages == [[1], [2], [3], [4], [5]])
            #expect(answer.status == "14")
            #expect(await service.events.take() == "closed true")
        }
    }

    @Test("a reset or a lost connection closes the feed once, on its loop")
    func closes() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port)
            for stream: Int32 in [1, 3] {
                try peer.call(stream, "/test.Test/Feed", [[1]])
                let channel = await service.channels.take()
                if stream == 1 { try peer.reset(1) } else { peer.hangUp() }
                #expect(await service.events.take() == "closed true")
                let late = Latch<Bool>()
                await onLoop(of: channel) { channel in
                    #expect(!channel.isOpen && !channel.isDrained)
                    channel.send(FramedMessage([1]))
                    channel.onClosed { late.put(true) }
                }
                #expect(await late.take())
            }
            #expect(service.events.isEmpty)
        }
    }

    @Test("a client that pings after every message that it gets, to measure its bandwidth, is no flood")
    func probes() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port, settings: [(4, 1 << 30)])
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            for number in 0..<2_000 {
                await onLoop(of: channel) { $0.send(FramedMessage([UInt8(number % 200)])) }
                #expect(try peer.await(.data, stream: 1) != nil)
                try peer.ping()
            }
        }
    }

    @Test("a reader whose window is closed is not drained until it takes what was sent")
    func stalls() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port, settings: [(4, 0)])
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            try peer.sync()
            #expect(await onLoop(of: channel) { !$0.isDrained })
            #expect(service.events.isEmpty)
            try peer.openWindow(1, 3)
            try peer.sync()
            #expect(await onLoop(of: channel) { !$0.isDrained })
            try peer.openWindow(1, 3)
            #expect(await service.events.take() == "drained")
            #expect(await onLoop(of: channel) { $0.isDrained })
        }
    }

    @Test("a feed that queued a whole tick's bytes is told when the socket took them all at once")
    func fullTick() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port, settings: [(4, 1 << 30)])
            try peer.openWindow(0, 1 << 30)
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            try peer.sync()
            for _ in 0..<3 {
                #expect(service.events.isEmpty)
                let wasDrained = await onLoop(of: channel) { channel in
                    channel.send(FramedMessage([UInt8](repeating: 5, count: Limits.bytesPerTick)))
                    return channel.isDrained
                }
                #expect(!wasDrained)
                #expect(await service.events.take() == "drained")
                #expect(await onLoop(of: channel) { $0.isDrained })
            }
        }
    }

    @Test("a reader that does not read its socket is not drained until it reads on")
    func stallsSocket() async throws {
        try await withServer { service, _, port in
            let peer = try TestPeer(port: port, settings: [(4, 1 << 30)], receiveBuffer: 4_096)
            try peer.openWindow(0, 1 << 30)
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            let message = FramedMessage([UInt8](repeating: 5, count: 60_000))
            var sent = 0
            while await onLoop(of: channel, { $0.isDrained }) {
                await onLoop(of: channel) { $0.send(message) }
                sent += 1
                try #require(sent < 10_000)
            }
            // Without the socket the peer's reading is the only thing that can drain the feed.
            var received = 0
            while received < sent * message.bytes.count + 6 {
                let frame = try #require(try peer.await(.data, stream: 1))
                received += frame.payload.count
            }
            #expect(await service.events.take() == "drained")
            #expect(await onLoop(of: channel) { $0.isDrained })
        }
    }

    @Test("a thousand feeds of one connection get a message each in one turn")
    func thousand() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            var channels: [any FeedChannel] = []
            for number in 0..<1_000 {
                try peer.call(Int32(number * 2 + 1), "/test.Test/Feed", [[1]])
                channels.append(await service.channels.take())
            }
            #expect(await server.runningHandlers() == 0)
            let all = channels
            await onLoop(of: all[0]) { _ in
                let message = FramedMessage([7, 7])
                for channel in all { channel.send(message) }
            }
            var seen: [Int32: [UInt8]] = [:]
            while seen.count < 1_000 || seen.values.contains(where: { $0.count < 13 }) {
                let frame = try #require(try peer.await(.data))
                seen[frame.stream, default: []] += frame.payload
            }
            #expect(seen.values.allSatisfy { $0 == [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 7, 7] })
        }
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

/// What a stream is told of its peer's being there, by a clock that the tests move on.
@Suite(.timeLimit(.minutes(5))) struct PulseTests {
    static let second: Int64 = 1_000_000_000

    /// A feed that listens every two seconds.
    private func listening(
        _ peer: TestPeer, _ service: TestService, stream: Int32 = 1
    ) async throws -> (channel: any FeedChannel, pulse: any PeerPulse) {
        try peer.call(stream, "/test.Test/Feed", [[1]])
        let channel = await service.channels.take()
        // Else its answer to the server's SETTINGS would be a sign of life after the advance.
        try peer.sync()
        let pulse = await onLoop(of: channel) { channel in
            channel.listen(every: 2 * Self.second)
            return channel.pulse
        }
        return (channel, pulse)
    }

    @Test("a peer is pinged after the silence that its stream asks for, and its answer is heard")
    func pinged() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            let (channel, pulse) = try await listening(peer, service)
            for _ in 0..<3 {
                await server.advance(by: 2 * Self.second + Limits.soonestLook)
                let ping = try #require(try peer.await(.ping))
                #expect(ping.flags == 0 && pulse.silence >= 2 * Self.second)
                await server.advance(by: 60 * Self.second)
                // It is asked once, and given up no sooner than others.
                #expect(pulse.silence >= 62 * Self.second)
                #expect(await onLoop(of: channel) { $0.isOpen })
                try peer.send(TestPeer.frame(.ping, 1, 0, ping.payload))
                try peer.sync()
                #expect(pulse.silence < 60 * Self.second)
            }
        }
    }

    @Test("the end of the stream ends the listening, not the connection's own")
    func ends() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            let (channel, pulse) = try await listening(peer, service)
            try peer.call(3, "/test.Test/Feed", [[1]])
            _ = await service.channels.take()
            await onLoop(of: channel) { $0.finish(nil) }
            #expect(try peer.answer(1).status == "0")
            try peer.sync()
            await server.advance(by: 19 * Self.second)
            #expect(pulse.silence >= 19 * Self.second)
            try peer.call(5, "/test.Test/Echo", [[5]])
            while let frame = try peer.next(), frame.stream != 5 { #expect(frame.kind != .ping) }
            await server.advance(by: 20 * Self.second + Limits.soonestLook)
            #expect(try peer.await(.ping) != nil)
        }
    }

    @Test("the end that the peer sends is a sign of it: a reset stream, a FIN, a RST", arguments: 0..<3)
    func orderly(how: Int) async throws {
        try await withServer { service, server, port in
            var peer: TestPeer? = try TestPeer(port: port)
            let (_, pulse) = try await listening(try #require(peer), service)
            await server.advance(by: 70 * Self.second)
            #expect(pulse.silence >= 70 * Self.second)
            switch how {
            case 0: try peer?.reset(1)
            case 1: peer?.finishWriting()
            default: peer?.breakOff()
            }
            if how == 2 { peer = nil }
            #expect(await service.events.take() == "closed true")
            #expect(pulse.silence < 70 * Self.second)
        }
    }

    @Test("the end that we make of a silent peer is no sign of it")
    func givenUp() async throws {
        try await withServer { service, server, port in
            let peer = try TestPeer(port: port)
            let (_, pulse) = try await listening(peer, service)
            await server.advance(by: 82 * Self.second + 2 * Limits.soonestLook)
            #expect(await service.events.take() == "closed true")
            #expect(pulse.silence >= 82 * Self.second)
        }
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

/// Connections whose sessions gave their memory back, over the wire.
@Suite(.timeLimit(.minutes(5))) struct RestTests {
    private static let long = ConnectionTimeTests.second * 3

    @Test("a session that rests answers calls, PINGs and feeds as before, and rests again")
    func rests() async throws {
        try await withServer(loops: 1) { service, server, port in
            let peer = try TestPeer(port: port)
            try peer.call(1, "/test.Test/Feed", [[1]])
            let channel = await service.channels.take()
            try peer.sync()
            for round in UInt8(0)..<4 {
                await server.advance(by: Self.long * 4)
                #expect(await server.sessionsAwake() == 0)
                switch round {
                case 0:
                    await onLoop(of: channel) { $0.send(FramedMessage([7])) }
                    #expect(try peer.await(.data, stream: 1)?.payload == [0, 0, 0, 0, 1, 7])
                    #expect(await server.sessionsAwake() == 1)
                case 1:
                    try peer.call(3, "/test.Test/Echo", [[2]])
                    #expect(try peer.answer(3).messages == [[2]])
                case 2: try peer.openWindow(0, 1_000)
                default: break
                }
                // All that the peer has said so far is heard before time goes on.
                try peer.sync()
            }
            await server.advance(by: Self.long * 4)
            #expect(await server.sessionsAwake() == 0)
            await onLoop(of: channel) { $0.finish(nil) }
            #expect(try peer.answer(1).status == "0")
        }
    }

    @Test("sessions end while they rest, by the client or with the server")
    func endsAsleep() async throws {
        try await withServer(loops: 1) { service, server, port in
            let peers = try (0..<4).map { _ in try TestPeer(port: port) }
            for peer in peers {
                try peer.call(1, "/test.Test/Feed", [[1]])
                _ = await service.channels.take()
                try peer.sync()
            }
            await server.advance(by: Self.long)
            #expect(await server.sessionsAwake() == 0)
            for peer in peers.prefix(2) {
                peer.hangUp()
                #expect(await service.events.take() == "closed true")
            }
            // The other two are drained and cut by the server's end.
        }
    }
}

import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite("A client and servers that flood it", .timeLimit(.minutes(5)))
struct ClientFloodTests {
    /// Sends one frame after another, of a kind, to a client that waits for an answer.
    private static func flood(_ frame: @escaping @Sendable (ScriptedPeer, Int32) -> [UInt8]) async throws -> String {
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.accept(stream)
            let frames = [[UInt8]](repeating: frame(peer, stream), count: 1_000).flatMap(\.self)
            // Far more than any honest server has to say; sending fails once the client is gone.
            for _ in 0..<100 { peer.raw(frames) }
            peer.waitForEnd()
        }
        defer { server.stop() }
        let channel = try ClientFaultTests.channel(server)
        defer { channel.close() }
        return await ask(channel, 0, CallOptions(timeout: 60_000_000_000))
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: Int32, _ payload: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, UInt8(stream)] + payload
    }

    @Test(
        "a flood of frames that bring nothing ends the connection, and the error says of what",
        arguments: [
            ("PING", "control frames"), ("SETTINGS", "control frames"), ("GOAWAY", "control frames"),
            ("WINDOW_UPDATE", "WINDOW_UPDATEs"), ("empty DATA", "idle frames"), ("unknown", "idle frames"),
        ])
    func floods(kind: String, offence: String) async throws {
        let text = try await Self.flood { _, stream in
            switch kind {
            case "PING": Self.frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])
            case "SETTINGS": Self.frame(4, 0, 0, [])
            case "GOAWAY": Self.frame(7, 0, 0, [0x7F, 255, 255, 255, 0, 0, 0, 0])
            case "WINDOW_UPDATE": Self.frame(8, 0, 0, [0, 0, 0, 1])
            case "empty DATA": Self.frame(0, 0, stream, [])
            default: Self.frame(200, 0, 0, [])
            }
        }
        // What would have to be acknowledged, nghttp2 itself counts as well.
        let isNghttp2s = text.hasPrefix("UNAVAILABLE: the server broke HTTP/2: Flooding was detected")
        #expect(text == "UNAVAILABLE: the server floods its clients: too many \(offence)" || isNghttp2s)
    }

    @Test("what answers the client's own frames, or comes with much data, is no flood")
    func honest() {
        var flood = ServerFlood(now: 0)
        func charge(_ bytes: [UInt8], sent: Int) -> String? {
            bytes.withUnsafeBufferPointer { flood.charge($0, sent: sent, now: 0) }
        }
        let control = [[UInt8]](repeating: Self.frame(6, 0, 0, Array(repeating: 0, count: 8)), count: 4).flatMap(\.self)
        for _ in 0..<10_000 { #expect(charge(control, sent: 1) == nil) }
        let data = [0, 0x10, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 7, count: 4_096)
        for _ in 0..<10_000 { #expect(charge(data + Self.frame(0, 0, 1, [1]), sent: 0) == nil) }
        var count = 0
        while charge(control, sent: 0) == nil, count < 10_000 { count += 1 }
        #expect((1_000...1_300).contains(count))
    }
}

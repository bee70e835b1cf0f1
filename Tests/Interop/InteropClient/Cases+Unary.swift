import InteropMessages
import UsherRPC

/// One message there, one back.
extension Cases {
    static func emptyUnary(_ client: TestClient) async throws {
        let (_, raw): (EmptyMessage, UnaryReply) = try await client.unary("EmptyCall", EmptyMessage())
        try expect(raw.message, [], "the reply's bytes")
    }

    /// No cache stands between: what can be seen is that caches are told that they may keep the reply. Like those of
    /// most languages today, our client calls with POST.
    static func cacheableUnary(_ client: TestClient) async throws {
        var metadata = Metadata()
        metadata.add("x-user-ip", "1.2.3.4")
        let bytes = (0..<8).map { _ in UInt8.random(in: .min ... .max) }
        for _ in 0..<2 {
            let (reply, raw): (SimpleResponse, UnaryReply) = try await client.unary(
                "CacheableUnaryCall", SimpleRequest(payload: Payload(body: bytes)), metadata: metadata)
            try expect(reply.payload?.body.isEmpty ?? true, false, "no payload")
            try expect(raw.headers["cache-control"]?.contains("max-age") ?? false, true, "cache-control with max-age")
        }
    }

    static func largeUnary(_ client: TestClient) async throws {
        try expectLarge(try await client.unaryCall(largeRequest()).0)
    }

    static func concurrentLargeUnary(_ client: TestClient) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1_000 {
                group.addTask {
                    let (reply, _) = try await client.unaryCall(largeRequest(), timeout: 3 * TestClient.patience)
                    try expectLarge(reply)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Many calls, one after the other, on one channel.
    static func rpcSoak(_ client: TestClient) async throws {
        for _ in 0..<100 { try await largeUnary(client) }
    }

    /// Many calls, one after the other, each on a channel of its own.
    static func channelSoak(_ client: TestClient) async throws {
        for _ in 0..<20 {
            let fresh = try TestClient(client.target)
            defer { fresh.close() }
            try await largeUnary(fresh)
        }
    }
}

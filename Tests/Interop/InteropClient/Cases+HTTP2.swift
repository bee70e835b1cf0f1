import InteropMessages
import UsherRPC

/// Servers that do what HTTP/2 allows and clients get wrong. Source: grpc/grpc
/// `doc/http2-interop-test-descriptions.md`. These need a server that is made for them.
extension Cases {
    /// By their official names; `all` leaves them out.
    static let negative: [(name: String, body: Body)] = [
        ("goaway", goaway), ("rst_after_header", resetEarly), ("rst_during_data", resetEarly),
        ("rst_after_data", resetEarly), ("ping", largeUnary), ("max_streams", maxStreams),
        ("data_frame_padding", largeUnary), ("no_df_padding_sanity_test", largeUnary),
    ]

    /// The server goes away with the first call, which is still answered; the second one finds a new connection.
    private static func goaway(_ client: TestClient) async throws {
        for connection in ["1", "2"] {
            let (reply, raw) = try await client.unaryCall(largeRequest())
            try expectLarge(reply)
            try expect(raw.headers["x-connection"], connection, "connection")
        }
    }

    /// The stream is reset with NO_ERROR before its trailers: whatever came before, the call has failed.
    private static func resetEarly(_ client: TestClient) async throws {
        try await expectStatus(.internal) { _ = try await client.unaryCall(largeRequest()) }
    }

    /// The server allows one stream at a time: further calls wait.
    private static func maxStreams(_ client: TestClient) async throws {
        try await largeUnary(client)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<15 { group.addTask { try await largeUnary(client) } }
            try await group.waitForAll()
        }
    }
}

import InteropMessages
import UsherRPC

/// The official cases by their names. Source: grpc/grpc `doc/interop-test-descriptions.md`.
enum Cases {
    typealias Body = @Sendable (TestClient) async throws -> Void

    /// In the order in which `all` runs them.
    static let all: [(name: String, body: Body)] = [
        ("empty_unary", emptyUnary), ("cacheable_unary", cacheableUnary), ("large_unary", largeUnary),
        ("client_compressed_unary", clientCompressedUnary), ("server_compressed_unary", serverCompressedUnary),
        ("client_streaming", clientStreaming), ("client_compressed_streaming", clientCompressedStreaming),
        ("server_streaming", serverStreaming), ("server_compressed_streaming", serverCompressedStreaming),
        ("ping_pong", pingPong),
        ("empty_stream", emptyStream), ("custom_metadata", customMetadata),
        ("status_code_and_message", statusCodeAndMessage), ("special_status_message", specialStatusMessage),
        ("unimplemented_method", unimplementedMethod), ("unimplemented_service", unimplementedService),
        ("cancel_after_begin", cancelAfterBegin), ("cancel_after_first_response", cancelAfterFirstResponse),
        ("timeout_on_sleeping_server", timeoutOnSleepingServer), ("concurrent_large_unary", concurrentLargeUnary),
        ("rpc_soak", rpcSoak), ("channel_soak", channelSoak),
    ]

    static let requestBytes = 271_828
    static let replyBytes = 314_159
    /// Payload sizes of the requests and replies of the streaming cases.
    static let streamSizes: [(request: Int, reply: Int32)] = [
        (27_182, 31_415), (8, 9), (1_828, 2_653), (45_904, 58_979),
    ]

    static func largeRequest() -> SimpleRequest {
        SimpleRequest(responseSize: Int32(replyBytes), payload: .zeros(requestBytes))
    }

    static func expectLarge(_ reply: SimpleResponse) throws {
        guard let payload = reply.payload, payload.isZeros(replyBytes) else {
            throw Failure("the reply has no payload of \(replyBytes) zeros, but \(reply.payload?.body.count ?? -1)")
        }
    }

    static func part(_ request: Int, _ replies: Int32...) -> StreamingOutputCallRequest {
        StreamingOutputCallRequest(
            responseParameters: replies.map { ResponseParameters(size: $0) }, payload: .zeros(request))
    }
}

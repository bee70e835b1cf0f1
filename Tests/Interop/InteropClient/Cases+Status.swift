import InteropMessages
import UsherRPC

/// Metadata and status.
extension Cases {
    private static let initialName = "x-grpc-test-echo-initial"
    private static let trailingName = "x-grpc-test-echo-trailing-bin"

    static func customMetadata(_ client: TestClient) async throws {
        var metadata = Metadata()
        metadata.add(initialName, "test_initial_metadata_value")
        metadata.addBinary(trailingName, [0xAB, 0xAB, 0xAB])

        let (reply, raw) = try await client.unaryCall(largeRequest(), metadata: metadata)
        try expectLarge(reply)
        try expectEcho(raw.headers, raw.trailers)

        let stream = client.duplex(metadata: metadata)
        try await stream.send(part(requestBytes, Int32(replyBytes)).encoded())
        stream.finishSending()
        try expect(try await stream.sizes(), [replyBytes], "payload sizes")
        try expectEcho(try await stream.headers(), stream.trailers)
    }

    private static func expectEcho(_ headers: Metadata, _ trailers: Metadata) throws {
        try expect(headers.values(initialName), ["test_initial_metadata_value"], "initial metadata")
        try expect(trailers.binaryValues(trailingName), [[0xAB, 0xAB, 0xAB]], "trailing metadata")
    }

    static func statusCodeAndMessage(_ client: TestClient) async throws {
        let status = EchoStatus(code: 2, message: "test status message")
        try await expectStatus(.unknown, status.message) {
            _ = try await client.unaryCall(SimpleRequest(responseStatus: status))
        }
        try await expectStatus(.unknown, status.message) {
            let stream = client.duplex()
            try await stream.send(StreamingOutputCallRequest(responseStatus: status).encoded())
            stream.finishSending()
            _ = try await stream.sizes()
        }
    }

    static func specialStatusMessage(_ client: TestClient) async throws {
        let message = "\t\ntest with whitespace\r\nand Unicode BMP \u{263A} and non-BMP \u{1F608}\t\n"
        try await expectStatus(.unknown, message) {
            _ = try await client.unaryCall(SimpleRequest(responseStatus: EchoStatus(code: 2, message: message)))
        }
    }

    static func unimplementedMethod(_ client: TestClient) async throws {
        try await expectStatus(.unimplemented) {
            let _: (EmptyMessage, UnaryReply) = try await client.unary("UnimplementedCall", EmptyMessage())
        }
    }

    static func unimplementedService(_ client: TestClient) async throws {
        try await expectStatus(.unimplemented) {
            let _: (EmptyMessage, UnaryReply) = try await client.unary(
                "/grpc.testing.UnimplementedService/UnimplementedCall", EmptyMessage())
        }
    }
}

import InteropMessages
import UsherRPC

/// Streams in one or both directions.
extension Cases {
    static func clientStreaming(_ client: TestClient) async throws {
        let stream = client.input()
        for (size, _) in streamSizes {
            try await stream.send(StreamingInputCallRequest(payload: .zeros(size)).encoded())
        }
        let reply = try StreamingInputCallResponse(decoding: try await stream.reply().message)
        try expect(reply.aggregatedPayloadSize, 74_922, "aggregated size")
    }

    static func serverStreaming(_ client: TestClient) async throws {
        let sizes = streamSizes.map(\.reply)
        let stream = client.output(
            StreamingOutputCallRequest(responseParameters: sizes.map { ResponseParameters(size: $0) }))
        try expect(try await stream.sizes(), sizes.map(Int.init), "payload sizes")
    }

    static func pingPong(_ client: TestClient) async throws {
        let stream = client.duplex()
        for (request, reply) in streamSizes {
            try await stream.send(part(request, reply).encoded())
            try expect(try await stream.size(), Int(reply), "payload size")
        }
        stream.finishSending()
        try expect(try await stream.sizes(), [], "further replies")
    }

    static func emptyStream(_ client: TestClient) async throws {
        let stream = client.duplex()
        stream.finishSending()
        try expect(try await stream.sizes(), [], "replies")
    }

    // MARK: Early ends

    static func cancelAfterBegin(_ client: TestClient) async throws {
        let stream = client.input()
        stream.cancel()
        try await expectStatus(.cancelled) { _ = try await stream.reply() }
    }

    static func cancelAfterFirstResponse(_ client: TestClient) async throws {
        let stream = client.duplex()
        let (request, reply) = streamSizes[0]
        try await stream.send(part(request, reply).encoded())
        try expect(try await stream.size(), Int(reply), "payload size")
        stream.cancel()
        try await expectStatus(.cancelled) { _ = try await stream.sizes() }
    }

    static func timeoutOnSleepingServer(_ client: TestClient) async throws {
        let stream = client.duplex(timeout: 1_000_000)
        try await expectStatus(.deadlineExceeded) {
            try await stream.send(part(27_182).encoded())
            _ = try await stream.sizes()
        }
    }
}

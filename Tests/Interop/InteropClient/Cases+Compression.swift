import InteropMessages
import UsherRPC

/// Messages that travel compressed, one by one.
extension Cases {
    static func clientCompressedUnary(_ client: TestClient) async throws {
        var request = largeRequest()
        request.expectCompressed = true
        // The probe: a server that looks at all refuses a message that is not compressed.
        try await expectStatus(.invalidArgument) { _ = try await client.unaryCall(request) }
        try expectLarge(try await client.unaryCall(request, encoding: .gzip).0)
        request.expectCompressed = false
        try expectLarge(try await client.unaryCall(request).0)
    }

    static func serverCompressedUnary(_ client: TestClient) async throws {
        for wanted in [true, false] {
            var request = largeRequest()
            request.responseCompressed = wanted
            let (reply, raw) = try await client.unaryCall(request)
            try expectLarge(reply)
            try expect(raw.wasCompressed, wanted, "compressed flag")
        }
    }

    static func clientCompressedStreaming(_ client: TestClient) async throws {
        let compressed = StreamingInputCallRequest(payload: .zeros(27_182), expectCompressed: true).encoded()
        let plain = StreamingInputCallRequest(payload: .zeros(45_904), expectCompressed: false).encoded()
        try await expectStatus(.invalidArgument) {
            let probe = client.input(encoding: .gzip)
            try await probe.send(compressed, compressed: false)
            _ = try await probe.reply()
        }
        let stream = client.input(encoding: .gzip)
        try await stream.send(compressed, compressed: true)
        try await stream.send(plain, compressed: false)
        let reply = try StreamingInputCallResponse(decoding: try await stream.reply().message)
        try expect(reply.aggregatedPayloadSize, 73_086, "aggregated size")
    }

    static func serverCompressedStreaming(_ client: TestClient) async throws {
        let wanted: [(size: Int32, compressed: Bool)] = [(31_415, true), (92_653, false)]
        let stream = client.output(
            StreamingOutputCallRequest(
                responseParameters: wanted.map { ResponseParameters(size: $0.size, compressed: $0.compressed) }))
        for (size, compressed) in wanted {
            try expect(try await stream.size(), Int(size), "payload size")
            try expect(stream.wasCompressed, compressed, "compressed flag")
        }
        try expect(try await stream.sizes(), [], "further replies")
    }
}

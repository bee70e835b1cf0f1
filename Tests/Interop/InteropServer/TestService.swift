import InteropMessages
import UsherRPC

/// `grpc.testing.TestService` as the official description asks (grpc/grpc `doc/interop-test-descriptions.md`, "Server").
/// `UnimplementedCall` is left out on purpose.
struct TestService: Service {
    let name = "grpc.testing.TestService"

    /// Requests that HalfDuplexCall holds until the client has sent all.
    static let maxHalfDuplexRequests = 1_000

    var methods: [Method] {
        [
            Method("EmptyCall", .unary(Self.empty)),
            Method("UnaryCall", replyCompression: .chosen, .unary(Self.unary)),
            Method("CacheableUnaryCall", .unary(Self.cacheable)),
            Method("StreamingOutputCall", replyCompression: .chosen, .streaming(Self.output)),
            Method("StreamingInputCall", .streaming(Self.input)),
            Method("FullDuplexCall", replyCompression: .chosen, .streaming(Self.fullDuplex)),
            Method("HalfDuplexCall", replyCompression: .chosen, .streaming(Self.halfDuplex)),
        ]
    }

    // MARK: One message back

    private static func empty(_ call: ServerCall, _ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        _ = try decode(bytes, EmptyMessage.self)
        return EmptyMessage().encoded()
    }

    private static func unary(_ call: ServerCall, _ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        echoMetadata(call)
        let request = try decode(bytes, SimpleRequest.self)
        try echoStatus(request.responseStatus)
        try check(request.expectCompressed, call.wasCompressed)
        if request.responseCompressed == true { call.response.compressReply() }
        return SimpleResponse(payload: try payload(request.responseType, request.responseSize)).encoded()
    }

    private static func cacheable(_ call: ServerCall, _ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        _ = try decode(bytes, SimpleRequest.self)
        var headers = Metadata()
        headers.add("cache-control", "max-age=60, public")
        call.response.addHeaders(headers)
        return SimpleResponse(payload: Payload(body: Array(String(call.loop.now).utf8))).encoded()
    }

    private static func input(
        _ call: ServerCall, _ requests: any RequestStream, _ responses: any ResponseStream
    ) async throws(RPCError) {
        echoMetadata(call)
        var sum = 0
        while let bytes = try await requests.next() {
            let request = try decode(bytes, StreamingInputCallRequest.self)
            try check(request.expectCompressed, requests.wasCompressed)
            sum += request.payload?.body.count ?? 0
        }
        guard let size = Int32(exactly: sum) else { throw RPCError(.outOfRange, "the payloads add up to \(sum)") }
        try await responses.send(StreamingInputCallResponse(aggregatedPayloadSize: size).encoded())
    }

    // MARK: Messages back

    private static func output(
        _ call: ServerCall, _ requests: any RequestStream, _ responses: any ResponseStream
    ) async throws(RPCError) {
        echoMetadata(call)
        guard let bytes = try await requests.next(), try await requests.next() == nil else {
            throw RPCError(.unimplemented, "this method takes exactly one message")
        }
        try await answer(try decode(bytes, StreamingOutputCallRequest.self), call, responses)
    }

    private static func fullDuplex(
        _ call: ServerCall, _ requests: any RequestStream, _ responses: any ResponseStream
    ) async throws(RPCError) {
        echoMetadata(call)
        while let bytes = try await requests.next() {
            try await answer(try decode(bytes, StreamingOutputCallRequest.self), call, responses)
        }
    }

    private static func halfDuplex(
        _ call: ServerCall, _ requests: any RequestStream, _ responses: any ResponseStream
    ) async throws(RPCError) {
        echoMetadata(call)
        var held: [StreamingOutputCallRequest] = []
        while let bytes = try await requests.next() {
            guard held.count < maxHalfDuplexRequests else {
                throw RPCError(.resourceExhausted, "more than \(maxHalfDuplexRequests) requests")
            }
            held.append(try decode(bytes, StreamingOutputCallRequest.self))
        }
        for request in held { try await answer(request, call, responses) }
    }

    private static func answer(
        _ request: StreamingOutputCallRequest, _ call: ServerCall, _ responses: any ResponseStream
    ) async throws(RPCError) {
        try echoStatus(request.responseStatus)
        for parameters in request.responseParameters {
            try await pause(parameters.intervalMicroseconds, on: call.loop)
            let payload = try payload(request.responseType, parameters.size)
            try await responses.send(
                StreamingOutputCallResponse(payload: payload).encoded(), compressed: parameters.compressed == true)
        }
    }
}

import InteropMessages
import UsherHTTP2
import UsherRPC

/// The methods of `grpc.testing.TestService` on a channel of ours.
final class TestClient: Sendable {
    let target: Target
    private let channel: Channel

    /// Longer than any case takes, so that one that hangs ends.
    static let patience: Int64 = 20_000_000_000
    static let service = "/grpc.testing.TestService/"

    init(_ target: Target) throws {
        self.target = target
        var options = ChannelOptions()
        options.tls = target.tls
        channel = try Channel(host: target.host, port: target.port, options: options)
    }

    func close() {
        channel.close()
    }

    /// One message there and back.
    func unary<Reply: InteropMessage>(
        _ method: String, _ request: some InteropMessage, metadata: Metadata = Metadata(),
        timeout: Int64 = TestClient.patience, encoding: MessageEncoding? = nil
    ) async throws -> (Reply, UnaryReply) {
        let path = method.hasPrefix("/") ? method : Self.service + method
        let reply = try await channel.unary(
            path, request.encoded(), metadata: metadata,
            options: CallOptions(timeout: timeout, requestEncoding: encoding))
        return (try Reply(decoding: reply.message), reply)
    }

    func unaryCall(
        _ request: SimpleRequest, metadata: Metadata = Metadata(), timeout: Int64 = TestClient.patience,
        encoding: MessageEncoding? = nil
    ) async throws -> (SimpleResponse, UnaryReply) {
        try await unary("UnaryCall", request, metadata: metadata, timeout: timeout, encoding: encoding)
    }

    /// The replies of StreamingOutputCall, and the stream that brings them.
    func output(_ request: StreamingOutputCallRequest) -> any ClientStream {
        channel.serverStream(
            Self.service + "StreamingOutputCall", request.encoded(), metadata: Metadata(),
            options: CallOptions(timeout: Self.patience))
    }

    func input(encoding: MessageEncoding? = nil) -> any ClientDuplexStream {
        channel.stream(
            Self.service + "StreamingInputCall", reply: .one, metadata: Metadata(),
            options: CallOptions(timeout: Self.patience, requestEncoding: encoding))
    }

    func duplex(metadata: Metadata = Metadata(), timeout: Int64 = TestClient.patience) -> any ClientDuplexStream {
        channel.stream(
            Self.service + "FullDuplexCall", reply: .many, metadata: metadata, options: CallOptions(timeout: timeout))
    }
}

public import UsherRPC

/// A client's calls over HTTP/2 to one server.
public final class Channel: ClientTransport {
    public init(host: String, port: UInt16, options: ChannelOptions = ChannelOptions()) {
    }

    public func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply {
        throw RPCError(.unimplemented, "")
    }

    public func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream {
        fatalError()
    }

    public func close() {}
}

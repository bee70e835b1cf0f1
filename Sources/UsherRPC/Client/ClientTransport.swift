/// What carries a client's calls: a channel over the network, or an in-process double.
///
/// Every call ends: with a reply, with the peer's status, by its deadline, by cancellation of the calling task, or with
/// UNAVAILABLE when the connection broke.
public protocol ClientTransport: Sendable {
    /// One message there, one back. `path` is `/package.Service/Method`; messages come without their prefix.
    func unary(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) async throws(RPCError) -> UnaryReply
    /// One message there, any number back. Returns at once; what goes wrong is thrown by the stream.
    func serverStream(
        _ path: String, _ message: [UInt8], metadata: Metadata, options: CallOptions
    ) -> any ClientStream
    /// Ends all calls with CANCELLED and refuses new ones. Again: nothing.
    func close()
}

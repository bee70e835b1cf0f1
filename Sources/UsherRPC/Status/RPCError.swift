/// The end of one call that did not go well: what a handler throws and what a client call throws.
///
/// It concerns this call alone; the connection goes on.
public struct RPCError: Error, Sendable, Equatable {
    /// Never `.ok`.
    public var code: StatusCode
    /// A sentence for an engineer; any Unicode, percent-encoded on the wire as `grpc-message`.
    public var message: String
    /// A serialized `google.rpc.Status`, sent as `grpc-status-details-bin`; nil sends none.
    public var details: [UInt8]?
    /// Further trailing metadata.
    public var metadata: Metadata
    /// On a client: the server had begun its answer (response headers came) when the call ended. gRPC then holds the
    /// call for committed, and does not repeat it by itself.
    public var isCommitted = false

    public init(_ code: StatusCode, _ message: String, details: [UInt8]? = nil, metadata: Metadata = Metadata()) {
        precondition(code != .ok, "an error cannot carry OK")
        self.code = code
        self.message = message
        self.details = details
        self.metadata = metadata
    }
}

/// What a handler knows of its call. Values only: the transport owns everything that moves.
public struct ServerCall: Sendable {
    /// `/package.Service/Method`.
    public let path: String
    /// The request's metadata without pseudo-headers and gRPC's own fields.
    public let metadata: Metadata
    /// Boot-clock nanoseconds at which the caller gives up; nil waits for ever.
    public let deadline: Int64?
    /// The peer's address, for logs and limits.
    public let peer: String
    /// The loop that owns the call; handlers run on it.
    public let loop: any EventLoop
    /// True if the only message of the request came compressed. Of a stream's messages `RequestStream` tells it.
    public let wasCompressed: Bool
    /// Whom the caller's certificate names, verified; nil unless the server asks for certificates.
    public let peerCertificate: PeerCertificate?
    /// Where the handler adds metadata to its answer, and says how it shall travel.
    public let response: any ResponseMetadata

    public init(
        path: String, metadata: Metadata, deadline: Int64?, peer: String, loop: any EventLoop,
        wasCompressed: Bool = false, peerCertificate: PeerCertificate? = nil, response: any ResponseMetadata
    ) {
        self.path = path
        self.metadata = metadata
        self.deadline = deadline
        self.peer = peer
        self.loop = loop
        self.wasCompressed = wasCompressed
        self.peerCertificate = peerCertificate
        self.response = response
    }
}

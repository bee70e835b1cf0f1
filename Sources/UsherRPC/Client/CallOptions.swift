/// How one call behaves.
public struct CallOptions: Sendable, Equatable {
    /// Nanoseconds until the caller gives up (DEADLINE_EXCEEDED); nil waits for ever.
    public var timeout: Int64?
    /// Waits for a connection, as long as the deadline allows, instead of failing at once with UNAVAILABLE while the
    /// channel pauses between two attempts to connect.
    public var waitsForReady: Bool
    /// For callers who pace their own attempts: while the channel pauses between two attempts to connect, the call waits
    /// and the next attempt comes at most a second after the last, instead of failing at once on an old failure.
    public var hurries: Bool
    /// The largest message taken, in bytes after decompression; more is RESOURCE_EXHAUSTED.
    public var maxReplyBytes: Int
    /// How messages of the request are compressed; nil and `.identity` leave them as they are, and so is a message sent
    /// that compression does not make smaller. A server that does not know the encoding answers UNIMPLEMENTED.
    public var requestEncoding: MessageEncoding?

    public init(
        timeout: Int64? = nil, waitsForReady: Bool = false, hurries: Bool = false,
        maxReplyBytes: Int = Limits.defaultMaxReplyBytes, requestEncoding: MessageEncoding? = nil
    ) {
        self.timeout = timeout
        self.waitsForReady = waitsForReady
        self.hurries = hurries
        self.maxReplyBytes = maxReplyBytes
        self.requestEncoding = requestEncoding
    }
}

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
    /// The largest message taken, in bytes; more is RESOURCE_EXHAUSTED.
    public var maxReplyBytes: Int

    public init(
        timeout: Int64? = nil, waitsForReady: Bool = false, hurries: Bool = false,
        maxReplyBytes: Int = Limits.defaultMaxReplyBytes
    ) {
        self.timeout = timeout
        self.waitsForReady = waitsForReady
        self.hurries = hurries
        self.maxReplyBytes = maxReplyBytes
    }
}

/// How one call behaves.
public struct CallOptions: Sendable, Equatable {
    /// Nanoseconds until the caller gives up (DEADLINE_EXCEEDED); nil waits for ever.
    public var timeout: Int64?
    /// Waits for a connection, as long as the deadline allows, instead of failing at once with UNAVAILABLE while the
    /// channel pauses between two attempts to connect.
    public var waitsForReady: Bool
    /// The largest message taken, in bytes; more is RESOURCE_EXHAUSTED.
    public var maxReplyBytes: Int

    public init(
        timeout: Int64? = nil, waitsForReady: Bool = false, maxReplyBytes: Int = Limits.defaultMaxReplyBytes
    ) {
        self.timeout = timeout
        self.waitsForReady = waitsForReady
        self.maxReplyBytes = maxReplyBytes
    }
}

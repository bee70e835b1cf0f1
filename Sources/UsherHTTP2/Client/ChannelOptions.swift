/// How a channel behaves. Spans are nanoseconds.
public struct ChannelOptions: Sendable {
    /// Sent in front of the library's own `user-agent`.
    public var userAgent = ""
    /// How long one attempt to connect may take, name resolution, TLS and the peer's SETTINGS included.
    public var connectTimeout: Int64 = Limits.connectTimeout
    /// Pings after this long without a byte while calls run; nil never does. Clamped to 10 s and more.
    public var keepalive: Int64? {
        get { keepaliveSpan }
        set { keepaliveSpan = newValue.map { max($0, Limits.minKeepalive) } }
    }
    var keepaliveSpan: Int64?
    /// How long a ping may stay unanswered before the connection counts as broken.
    public var keepaliveTimeout: Int64 = Limits.keepaliveTimeout
    /// Also pings when no call runs. Servers punish it unless they allow it.
    public var keepaliveWithoutCalls = false
    /// Speaks TLS; nil speaks without it.
    public var tls: ClientTLS?

    public init() {}
}

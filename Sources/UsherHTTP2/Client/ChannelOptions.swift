public import UsherRPC

/// How a channel behaves. Spans are nanoseconds.
public struct ChannelOptions: Sendable {
    /// Sent in front of the library's own `user-agent`.
    public var userAgent = ""
    /// How long one attempt to connect may take, name resolution, TLS and the peer's SETTINGS included.
    public var connectTimeout: Int64 = Limits.connectTimeout
    /// Pings after this long without a byte while calls run; nil never does. Clamped to 10 s and more, and doubled each
    /// time when a server says that it is pinged too often.
    ///
    /// It finds connections that are dead and servers that hang as a whole. A server, or a proxy, that answers pings
    /// but never a call passes for alive: against that only a call's deadline helps, or news that are due in a stream.
    public var keepalive: Int64? {
        get { keepaliveSpan }
        set { keepaliveSpan = newValue.map { max($0, Limits.minKeepalive) } }
    }
    var keepaliveSpan: Int64?
    /// How long a ping may stay unanswered before the connection counts as broken; also how long the kernel waits for
    /// the peer's acknowledgement of what was sent (TCP_USER_TIMEOUT), if there is a keepalive.
    public var keepaliveTimeout: Int64 = Limits.keepaliveTimeout
    /// Also pings when no call runs. Servers punish it unless they allow it.
    public var keepaliveWithoutCalls = false
    /// A connection without calls is closed after this long; the next call makes another. nil keeps it.
    public var idleTimeout: Int64? = Limits.clientIdle
    /// In which order several addresses are tried.
    public var addressOrder = EndpointOrder.Preference.shuffled
    /// Calls that share a connection at most; less if the server says so. When all are full, another one is opened.
    public var maxCallsPerConnection = Limits.maxCallsPerConnection
    /// Connections at a time; what they do not take waits for its turn.
    public var maxConnections = Limits.maxClientConnections
    /// What asks for a name; nil is the system.
    var lookUp: Resolver.LookUp?
    /// Speaks TLS; nil speaks without it.
    public var tls: ClientTLS?

    public init() {}
}

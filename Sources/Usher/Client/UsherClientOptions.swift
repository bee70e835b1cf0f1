public import UsherCore

/// How a client behaves; the defaults suit an app and a backend.
public struct UsherClientOptions: Sendable {
    /// Sent in front of the library's own `user-agent`; "" sends the library's alone.
    public var userAgent = ""
    /// How long a call may take, all its attempts included.
    public var callTimeout: TimeSpan
    /// The same for calls that carry a whole hall.
    public var hallTimeout: TimeSpan
    /// How often a call that is safe to repeat is tried, the first time included: 1…5.
    public var maxAttempts: Int
    /// The heartbeat asked of watched maps: 5…60 s.
    public var heartbeat: TimeSpan
    /// How long a map's stream stays open after its last user has left: 0…10 min.
    public var linger: TimeSpan
    /// Pings a connection that has calls after this long without a byte, and opens another one if there is no answer for
    /// 20 s; nil never does. At least 10 s. Without it a connection that died in silence is kept for as long as the
    /// kernel likes, and so are its watched maps.
    public var keepalive: TimeSpan?
    /// In which order several addresses are tried.
    public var addressOrder = AddressOrder.shuffled
    /// Gives every call a token; nil sends none.
    public var credentials: (any CallCredentials)?
    /// Sends tokens without TLS to other machines as well, where everybody on the way can read them.
    public var allowsCleartextCredentials = false
    /// See every attempt of a call, in this order.
    public var interceptors: [any ClientInterceptor] = []
    /// Speaks TLS; nil speaks without it, which is for this machine and trusted networks.
    public var tls: ClientTLSOptions?

    /// Keeps seat maps from one run of the program to the next, for a map at once and offline; nil keeps none. Await its
    /// `flush()` before the program ends.
    public var cache: MapCache?

    public init() {
        callTimeout = Limits.callTimeout
        hallTimeout = Limits.hallTimeout
        maxAttempts = Limits.maxAttempts
        heartbeat = Limits.heartbeat
        linger = Limits.linger
        keepalive = Limits.keepalive
    }
}

/// How long a server's connections live, and how it learns that a client is gone. Spans are nanoseconds; what is
/// shorter than a millisecond counts as one.
///
/// The names and rules are gRPC's (gRFC A8 and A9); where a default differs, the reason stands beside it.
public struct ServerConnectionOptions: Sendable {
    /// How silence is looked into.
    public struct Keepalive: Sendable, Equatable {
        /// A peer that has sent no byte for so long gets a PING.
        public var time: Int64
        /// A peer that has sent no byte for so long after the PING is gone: its connection is closed.
        public var timeout: Int64

        public init(time: Int64, timeout: Int64) {
            self.time = time
            self.timeout = timeout
        }
    }

    /// For connections with open streams. 20 s, then 80 s; gRPC has 2 h and 20 s.
    ///
    /// The time is short because an open stream is a sign of life: who watches a room is there as long as PINGs are
    /// answered. The timeout is long because a reader whose process stands still for a minute is promised to be kept,
    /// and such a process answers nothing. Both together are also the socket's TCP_USER_TIMEOUT (gRFC A18): the kernel
    /// gives up a peer that does not acknowledge, or whose window stays shut, after the same silence.
    public var keepalive = Keepalive(time: Limits.keepaliveTime, timeout: Limits.keepalivePatience)
    /// For connections without open streams: gRPC's 2 h, then 20 s. `maxIdle` comes first unless it is turned off.
    public var idleKeepalive = Keepalive(time: Limits.idleKeepaliveTime, timeout: Limits.keepaliveTimeout)
    /// A connection without streams for so long is drained, GOAWAY "max_idle". 30 min; nil, gRPC's default, keeps it.
    public var maxIdle: Int64? = Limits.idleConnection
    /// A connection so old, give or take a tenth by chance, is drained, GOAWAY "max_age", so that load moves to other
    /// servers. Feeds hear of it by `FeedChannel.onGoingAway`. nil, gRPC's default, lets it grow old.
    public var maxAge: Int64?
    /// What is still open so long after that is ended with UNAVAILABLE. 5 min; nil, gRPC's default, waits for ever.
    public var maxAgeGrace: Int64? = Limits.ageGrace
    /// The least time between a client's PINGs that nothing was sent in between: gRPC's 5 min. The third that comes
    /// sooner ends the connection, GOAWAY ENHANCE_YOUR_CALM "too_many_pings".
    public var minPingInterval: Int64 = Limits.minPingInterval
    /// True lets a client without open streams ping as often as one with; else such PINGs must be 2 h apart.
    public var permitsPingsWithoutStreams = false

    /// False sends what feeds share through nghttp2 as well, as all else is: for tests, which compare both ways.
    var framesFeeds = true

    public init() {}
}

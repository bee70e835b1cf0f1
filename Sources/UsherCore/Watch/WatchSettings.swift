/// The times of a followed map; the defaults are the contract's and `Limits`'.
public struct WatchSettings: Sendable, Equatable {
    /// How long a map that nobody uses stays connected.
    public var linger: TimeSpan
    /// Silence of a live stream after which it is taken for dead.
    public var patience: TimeSpan
    /// Silence after opening that a first attempt bears; each failure in a row doubles it, up to `patience`.
    public var openingPatience: TimeSpan
    /// Silence after opening that an attempt bears while polls wait for its end.
    public var probePatience: TimeSpan
    /// How long a poll may take.
    public var pollPatience: TimeSpan
    /// Failures in a row after which the map is polled.
    public var failuresBeforePolling: Int
    /// Between two polls, before ± 20 % of jitter.
    public var pollInterval: TimeSpan
    /// Between two attempts at a stream while polling, before ± 20 % of jitter.
    public var probeInterval: TimeSpan
    /// The ceilings of the waits between attempts, before full jitter: the first, which doubles, and the last.
    public var firstPause: TimeSpan
    public var longestPause: TimeSpan
    /// How long a stream must have lived to count as a success.
    public var settleTime: TimeSpan
    /// How long a map without a stream passes for fresh.
    public var staleAfter: TimeSpan

    /// `heartbeat` is what the streams ask for.
    public init(heartbeat: TimeSpan = .seconds(25)) {
        linger = Limits.watchLinger
        patience = TimeSpan(
            nanoseconds: heartbeat.nanoseconds * Limits.silentHeartbeats + Limits.watchSlack.nanoseconds)
        openingPatience = Limits.openingPatience
        probePatience = Limits.probePatience
        pollPatience = Limits.pollPatience
        failuresBeforePolling = Limits.failuresBeforePolling
        pollInterval = Limits.pollInterval
        probeInterval = Limits.probeInterval
        firstPause = Limits.firstWatchPause
        longestPause = Limits.longestWatchPause
        settleTime = Limits.watchSettleTime
        staleAfter = Limits.staleAfter
    }
}

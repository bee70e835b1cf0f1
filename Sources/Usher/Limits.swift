import UsherCore

/// Every bound of this module, with its reason.
enum Limits {
    /// Where a gateway listens if nobody says otherwise.
    static let defaultPort: UInt16 = 50_051
    /// A unary call must end: long enough for a slow commit behind a stall, short enough for a person.
    static let callTimeout = TimeSpan.seconds(15)
    /// Halls are large: 32 MiB on a slow line.
    static let hallTimeout = TimeSpan.seconds(120)
    /// Attempts of one call, the first included: gRPC's own cap on retries.
    static let maxAttempts = 5
    /// The first pause between attempts; each next is twice as long, with full jitter.
    static let firstRetryPause = TimeSpan.milliseconds(100)
    /// A hall of 200,000 seats takes about 12 MiB; the contract caps what is put at 32 MiB.
    static let maxHallBytes = 64 << 20
    /// A watched stream is taken for dead after this many heartbeat spans without a message.
    static let silentHeartbeats: Int64 = 2
    /// Sent by the gateway after this much silence unless asked otherwise (the contract's default and range).
    static let heartbeat = TimeSpan.seconds(25)
    static let heartbeatRange = TimeSpan.seconds(5)...TimeSpan.seconds(60)
    /// Silence after which a connection is pinged: longer than `heartbeat`, so that a map that lives is never pinged, and
    /// with the 20 s for the answer shorter than the watchdog's patience, so that the next stream finds another connection.
    static let keepalive = TimeSpan.seconds(30)
    /// Added to the watchdog's patience, for a slow network.
    static let watchdogSlack = TimeSpan.seconds(5)
    /// Pauses between attempts to reach a lost map: 1, 2, 4 … 30 s before jitter.
    static let firstWatchPause = TimeSpan.seconds(1)
    static let maxWatchPause = TimeSpan.seconds(30)
    /// One event: a snapshot has one byte a seat, and halls have at most 200,000.
    static let maxEventBytes = 4 << 20
}

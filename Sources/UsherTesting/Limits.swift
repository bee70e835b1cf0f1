import UsherCore

/// Every bound of this module, with its reason.
enum Limits {
    /// How long (real time) a test gateway waits for work that does not end before it says so: nothing that it waits for
    /// takes more than a slow disk's second.
    static let patienceSeconds = 30
    /// Turns that tasks outside the gateway's executor get to act on what they were told, before time goes on. They
    /// cannot be watched: this is courtesy, not knowledge.
    static let courtesyYields = 24
    /// Entries that the log keeps: an evening of a few thousand calls; the oldest go first, counts stay whole.
    static let logEntries = 50_000
    /// How far `advancing` lets time go while a body does not end: longer than every timeout of a client.
    static let longestWait = TimeSpan.hours(1)
    /// A stream's window: HTTP/2's initial one.
    static let window = 65_535
    /// An attempt to connect that hears nothing is given up after this: what the client's own transport does.
    static let connectTimeout = TimeSpan.seconds(20)
    /// A connection in silence is left after the default keepalive and its patience.
    static let silence = TimeSpan.seconds(50)
    /// A call that hurries waits this long for the next attempt to connect at most.
    static let hurriedPause = TimeSpan.seconds(1)
    /// One piece of a file that is copied.
    static let copyBytes = 1 << 16
}

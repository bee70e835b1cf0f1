/// Every bound of this module, with its reason.
enum Limits {
    // MARK: Reactor

    /// Events taken from the kernel at once: enough to amortise the call, few enough to keep a tick short.
    static let eventsPerWait = 256
    /// How often a tick drains the mailbox before it writes: a handler that hops to the loop itself still answers in
    /// the same write, and two handlers that keep posting to each other cannot hold the writes back.
    static let mailboxRoundsPerTick = 4
    /// Loops of one group: more than any machine this is meant for has cores.
    static let maxLoops = 256

    // MARK: Client

    /// gRPC's minimum for one attempt to connect.
    static let connectTimeout: Int64 = 20_000_000_000
    /// gRPC's default patience with an unanswered ping.
    static let keepaliveTimeout: Int64 = 20_000_000_000
    /// Pings more often than this are an attack to most servers.
    static let minKeepalive: Int64 = 10_000_000_000
}

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
    /// What a server may send of one call's messages before its reader takes them: 5 MB/s at 50 ms round trip, and
    /// little enough that a reader who stops does not fall far behind what the server knows.
    static let clientStreamWindow: Int32 = 256 << 10
    /// For all calls of a connection; given back on arrival, so that a call that stalls holds no other.
    static let clientConnectionWindow: Int32 = 4 << 20
    /// Fields of one block of response headers or trailers: what is taken from a server that the client did not choose.
    static let maxReplyFields = 128
    /// Their bytes, each field's name + value + 32: status details of a hall with many faults are large.
    static let maxReplyFieldBytes = 64 << 10
    /// Calls that wait for a connection or run on one; more are RESOURCE_EXHAUSTED.
    static let maxCallsPerChannel = 100_000
    /// Addresses of one name that are tried.
    static let maxAddresses = 8
    /// Read from the socket at once.
    static let clientReadBytes = 64 << 10
    /// Reads of one connection in a tick, so that others get their turn.
    static let clientReadsPerTick = 8
    /// Serialized frames held for the socket; more stay in the session, where their size is bounded by windows.
    static let clientWriteBytes = 64 << 10
    /// How often a call is sent that no server looked at, while servers go away one after another.
    static let transparentAttempts = 5
    /// What `user-agent` says.
    static let version = "0.1"
}

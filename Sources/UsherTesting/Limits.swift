import UsherCore

/// Every bound of this module, with its reason.
enum Limits {
    // MARK: The test gateway

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

    // MARK: The shaping relay

    /// A signal to the moon and back takes 3 s; beyond a minute every client has given up.
    static let longestDelay = TimeSpan.seconds(60)
    /// Bits a second: one packet in 12 s.
    static let slowestRate = 1_000
    /// What may be under way in one direction of a connection: from a few packets to what fills 1 Gbit/s at 100 ms.
    static let relayBuffer = 4 << 10...16 << 20
    /// Bytes that travel together: a packet's, so that a slow line delivers a little at a time.
    static let packetBytes = 1_460
    /// Packets read from one connection before others have their turn.
    static let packetsPerTurn = 64
    /// Connections that a relay has at a time, dead ones included; further ones are reset.
    static let relayConnections = 4_096
    /// Connections whose counts are kept.
    static let countedConnections = 1_000
    /// Delivered pieces at the head of a queue before it is moved together.
    static let emptyPieces = 64
    /// Waiting in the kernel to be accepted.
    static let relayBacklog = 1_024
    /// Addresses of a server's name that are tried in turn.
    static let relayAddresses = 8
    /// A command of the relay's line protocol.
    static let controlLine = 256
    /// Pause of a relay's listener when the process is out of descriptors, in nanoseconds.
    static let acceptPause: Int64 = 100_000_000
}

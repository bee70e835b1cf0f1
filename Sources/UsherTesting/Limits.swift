import UsherCore

/// Every bound of this module, with its reason.
enum Limits {
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

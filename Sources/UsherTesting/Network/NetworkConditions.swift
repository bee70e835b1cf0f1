public import UsherCore

/// What a network does to the bytes of a `ShapingRelay`. All of it may change at any time; what is under way already
/// keeps the times that it was given.
public struct NetworkConditions: Sendable, Equatable {
    /// Whether bytes get through.
    public enum Passage: String, Sendable, CaseIterable {
        /// They do.
        case pass
        /// Nothing moves and nothing is lost: connections stay, and go on later. New ones wait as well. So is a network
        /// that drops every packet for a while, to TCP, which sends again.
        case stall
        /// Bytes vanish, and nobody is told: the connections of this time, new ones included, hang for ever, also after
        /// bytes get through again. So is a router that forgot its connections, or a phone that changed its network.
        case swallow
        /// New connections are reset at once; those that stand go on. With a cut before it: a server that is away.
        case refuse
    }

    public var passage = Passage.pass
    /// How long a byte travels from the client to the server, 0 to 60 s.
    public var delayUp = TimeSpan.zero
    /// How long a byte travels from the server to the client, 0 to 60 s.
    public var delayDown = TimeSpan.zero
    /// Bits a second of each direction, at least 1,000; nil is as fast as the machine.
    public var rate: Int?
    /// All connections of a direction share `rate`, in the order of their bytes; else each has it for itself.
    public var isRateShared = true
    /// A new connection waits one round trip before its first byte travels, as TCP's handshake would make it.
    public var delaysHandshake = true
    /// What may be under way of one connection in one direction, in bytes (4 KiB to 16 MiB): the network's own buffers.
    /// Its sender waits when they are full. It bounds what gets through: buffer / delay is the most.
    public var bufferBytes = 64 << 10

    /// Bytes get through at once.
    public init() {}

    /// A symmetric network: half of `roundTrip` each way, `rate` bits a second shared by all connections.
    public init(roundTrip: TimeSpan, rate: Int? = nil) {
        delayUp = TimeSpan(nanoseconds: roundTrip.nanoseconds / 2)
        delayDown = delayUp
        self.rate = rate
    }

    /// The same, with every value within its range.
    var clamped: NetworkConditions {
        var result = self
        result.delayUp = min(max(delayUp, .zero), Limits.longestDelay)
        result.delayDown = min(max(delayDown, .zero), Limits.longestDelay)
        result.rate = rate.map { max($0, Limits.slowestRate) }
        result.bufferBytes = min(max(bufferBytes, Limits.relayBuffer.lowerBound), Limits.relayBuffer.upperBound)
        return result
    }
}

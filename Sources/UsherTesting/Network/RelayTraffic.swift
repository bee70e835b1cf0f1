/// Bytes of one direction, as TCP carries them: without the headers of its packets.
public struct RelayTraffic: Sendable, Equatable {
    /// Read from the sender.
    public var taken = 0
    /// Written to the receiver.
    public var delivered = 0
    /// Vanished: swallowed, or under way when their connection was cut.
    public var lost = 0

    public init() {}
}

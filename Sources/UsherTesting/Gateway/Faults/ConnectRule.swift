/// What becomes of an attempt to connect.
public enum ConnectRule: Sendable, Hashable {
    case accepted
    /// As by a host on which nothing listens: fails at once.
    case refused
    /// As by a firewall that drops packets: fails after the client's own patience.
    case ignored
}

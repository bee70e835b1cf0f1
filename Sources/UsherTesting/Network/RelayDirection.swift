/// Which way bytes go through a relay.
public enum RelayDirection: Sendable, CaseIterable {
    /// From the client to the server.
    case up
    /// From the server to the client.
    case down
}

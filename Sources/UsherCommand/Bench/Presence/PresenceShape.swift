/// How the members of `bench presence` show that they are alive.
enum PresenceShape: String, CaseIterable, Sendable {
    /// A connection each, with an open stream: the gateway pings, they answer.
    case streams
    /// A connection each, and a KeepAlive call every heartbeat.
    case calls
    /// The same calls over a few connections, as behind a proxy or a partner's backend.
    case pooled

    var ownsConnections: Bool { self != .pooled }
}

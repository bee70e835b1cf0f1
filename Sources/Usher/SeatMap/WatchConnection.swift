public import UsherCore

/// Where a watched map's stream stands.
public enum WatchConnection: Sendable, Equatable {
    /// A stream is being opened; `attempt` is 1 after a success, then 2, 3 …
    case connecting(attempt: Int)
    /// The map is as fresh as the gateway's last event.
    case live
    /// The stream was lost; the next attempt follows after `retryIn`. The map is the last one known.
    case waiting(retryIn: TimeSpan, after: UsherError)
}

public import UsherCore

/// How a map or a room reaches its gateway at the moment.
public enum MapConnection: Sendable, Equatable {
    /// A stream is being opened; `attempt` is 1 after a success, then 2, 3 …
    case connecting(attempt: Int)
    /// The map is as fresh as the gateway's last event.
    case live
    /// The stream was lost; the next attempt follows after `retryIn`. The map is the last one known.
    case waiting(retryIn: TimeSpan, after: UsherError)
    /// No stream comes through: the gateway is asked every few seconds, and streams are tried from time to time.
    case polling
    /// Nothing is open, because the client was told to rest, or because nobody uses the map any more.
    case suspended
    /// Asking again is useless (`SHOW_UNKNOWN`, no permission). A new handle, `resume()` and `networkChanged()` ask all
    /// the same.
    case failed(UsherError)
}

/// How something is followed at the moment.
public enum WatchState: Sendable, Equatable {
    /// Nobody uses it, and nothing is open.
    case idle
    /// A stream is being opened; `attempt` is 1 after a success, then 2, 3 …
    case connecting(attempt: Int)
    case live
    /// The next attempt follows after `retryIn`.
    case waiting(retryIn: TimeSpan, after: StreamFailure)
    /// No stream comes through: the gateway is asked now and then, and a stream tried from time to time.
    case polling
    case suspended
    /// Asking again is useless until somebody does on purpose.
    case failed(StreamFailure)
}

/// How one attempt of a call ended.
public enum CallResult: Sendable, Equatable {
    case lock(SeatLock)
    case sale(SeatSale)
    /// The empty answer.
    case done
    /// The gateway judged the call and refused it: nothing was changed.
    case refused(SelectionRefusal)
    /// Turned away before it was judged (credentials, limits): this attempt did nothing.
    case failed(message: String)
    /// No answer came: it may have been done, now or later, or not at all.
    case unknown(retryAfter: TimeSpan?)
}

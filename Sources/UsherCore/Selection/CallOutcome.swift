/// How a call ended for those who asked for it.
public enum CallOutcome: Sendable, Equatable {
    /// The lock as it is now.
    case lock(SeatLock)
    case sold(SeatSale)
    /// The lock is freed.
    case released
    /// The lock was over before the sale, and these of its seats are somebody else's now.
    case lost([String])
    case refused(SelectionRefusal)
    /// Never judged, and it is certain that nothing was done.
    case failed(message: String)
    /// Given up: longer than the gateway remembers request ids there was no answer.
    case unresolved
    /// A release or a confirmation took its place.
    case superseded
    /// The selection was closed meanwhile.
    case closed
}

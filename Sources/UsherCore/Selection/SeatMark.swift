/// How a seat of a selection is shown on its customer's map.
public enum SeatMark: Sendable, Hashable {
    /// Chosen here, unknown to the gateway.
    case chosen
    /// Chosen, and the call that locks it is under way.
    case locking
    /// Of the customer's own lock.
    case held
    /// Of the lock still, but no longer chosen: the next change gives it back.
    case leaving
    /// A call about it was not answered.
    case resolving
    case sold
}

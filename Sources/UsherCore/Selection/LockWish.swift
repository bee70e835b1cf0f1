/// What a customer wants done with the lock of a selection.
public enum LockWish: Sendable, Equatable {
    /// Lock the chosen seats. `ttl`: 1 s to the policy's longest lock; nil is its default.
    case lock(ttl: TimeSpan?)
    /// Lock the best seats for a party, whatever is chosen: they are chosen then.
    case lockBest(SeatQuery, ttl: TimeSpan?)
    /// Make the lock the chosen seats.
    case change
    case renew(ttl: TimeSpan?)
    case pay
    case endPayment
    case confirm(orderRef: String)
    case release
}

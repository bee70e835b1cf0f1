/// Where a selection stands.
public enum SelectionPhase: Sendable, Hashable {
    /// Nothing is locked.
    case choosing
    /// The chosen seats are being locked, or the best ones.
    case locking
    case held
    /// The lock is being made the chosen seats.
    case changing
    case paying
    /// The locked seats are being sold.
    case confirming
    case releasing
    case sold
    /// The lock was over before the sale and seats of it are somebody else's, or the gateway does not know it any more.
    case lost
    /// The lock's time passed. It may still be confirmed, and what is available of it is still chosen.
    case expired
    /// The lock was freed.
    case released
    /// A call was not answered. It is sent again, with the same request id, until its outcome is known.
    case resolving(LockCall.Kind)
}

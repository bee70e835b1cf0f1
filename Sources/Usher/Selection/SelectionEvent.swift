public import UsherCore

/// What a selection tells, as it happens. A slow consumer gets of each kind what holds now, and all losses.
public enum SelectionEvent: Sendable, Equatable {
    /// These seats left the selection without the customer's doing, and why. Each seat once.
    case lost([LostSeat])
    /// The chosen seats are others now.
    case selected([ChosenSeat])
    /// The lock as the gateway tells it now; nil never comes after a lock.
    case lock(SeatLock)
    case phase(SelectionPhase)
    /// The lock is no longer renewed by itself, and why.
    case renewalEnded(SelectionNotice.RenewalEnd)
}

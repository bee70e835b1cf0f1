/// What a tap on a seat map did.
public enum TapOutcome: Sendable, Equatable {
    /// These seats are chosen now, by code: the one tapped, and with it the other half of a couple's pair.
    case selected([String])
    /// These seats are no longer chosen.
    case deselected([String])
    /// The second half of a double tap: counted with the first.
    case repeated
    /// There is no seat at that point, or it is not clear which.
    case nothing
    /// Nothing changed.
    case refused(SelectionRefusal)
}

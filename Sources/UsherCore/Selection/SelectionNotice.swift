/// What a selection has to tell beside its state.
public enum SelectionNotice: Sendable, Equatable {
    /// Why a lock is no longer renewed.
    public enum RenewalEnd: Sendable, Hashable {
        /// The policy allows no more (`RENEW_LIMIT`).
        case limit
        /// As long as the app allowed.
        case allowance
        /// Refused for another reason.
        case refused
    }

    /// These seats left the selection without the customer's doing.
    case lost([LostSeat])
    case renewalEnded(RenewalEnd)
}

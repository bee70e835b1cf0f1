/// Why a focus event was not accepted: nothing was changed.
public enum FocusRefusal: Error, Sendable, Equatable {
    /// All faults of the event's own fields, and a time that cannot be.
    case fields([FieldFault])
    /// The member has no such session.
    case unknown
    /// The session's id is used with other content, or by another member.
    case exists
    /// Why the session cannot do that.
    case transition(String)
    /// The ordinal, which the session has with another type.
    case ordinalTaken(UInt32)
    /// The ordinal that comes next.
    case ordinalGap(next: UInt32)

    /// As the answer to a request says it.
    public var refusal: Refusal {
        switch self {
        case .fields(let faults): .fields(faults)
        case .unknown: .focusUnknown
        case .exists: .focusExists
        case .transition(let why): .focusTransition(why)
        case .ordinalTaken(let ordinal): .ordinalTaken(ordinal)
        case .ordinalGap(let next): .ordinalGap(next: next)
        }
    }

    /// The word of the contract's error table, as `Rejected.reason` carries it.
    public var reason: String {
        switch self {
        case .fields: "FIELDS"
        case .unknown: "FOCUS_UNKNOWN"
        case .exists: "FOCUS_EXISTS"
        case .transition: "FOCUS_TRANSITION"
        case .ordinalTaken: "ORDINAL_TAKEN"
        case .ordinalGap: "ORDINAL_GAP"
        }
    }
}

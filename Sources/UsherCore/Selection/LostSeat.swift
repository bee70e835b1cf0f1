/// A seat that left a selection without its customer's doing.
public struct LostSeat: Sendable, Hashable {
    /// Why it can no longer be had.
    public enum Reason: Sendable, Hashable {
        /// Somebody else locked it.
        case locked
        case sold
        /// It is not for sale.
        case blocked
        /// The gateway refused it because somebody has it; the map has not told yet how.
        case taken
        /// The hall has another revision, and that has no such seat.
        case gone
        /// In a state that this version does not know, which means not available.
        case unavailable
    }

    public var code: String
    public var reason: Reason

    public init(code: String, reason: Reason) {
        self.code = code
        self.reason = reason
    }
}

extension LostSeat.Reason {
    /// What a state that is not available says.
    init(state: UInt8) {
        self =
            switch SeatState(rawValue: state) {
            case .locked: .locked
            case .sold: .sold
            case .blocked: .blocked
            case .available, nil: .unavailable
            }
    }
}

/// Where a lock stands. Raw values are the wire's.
public enum LockState: UInt8, Sendable, Hashable, CaseIterable {
    case held = 1
    case paying = 2
    case confirmed = 3
    case released = 4
    case expired = 5

    /// Holds its seats.
    public var isOpen: Bool { self == .held || self == .paying }
}

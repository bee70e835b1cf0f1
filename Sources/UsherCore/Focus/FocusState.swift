/// Where a focus session stands. Raw values are the wire's.
public enum FocusState: UInt8, Sendable, CaseIterable {
    case focusing = 1
    case paused = 2
    case completed = 3
    case abandoned = 4

    /// Focusing or paused.
    public var isOpen: Bool { self == .focusing || self == .paused }
}

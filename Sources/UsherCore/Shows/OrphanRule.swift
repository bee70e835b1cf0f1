/// How a lock that leaves single seats behind is judged. Raw values are the wire's.
public enum OrphanRule: UInt8, Sendable, Hashable, CaseIterable {
    case off = 1
    case avoidable = 2
    case strict = 3
}

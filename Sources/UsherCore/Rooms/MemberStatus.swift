/// What a member of a room does. Raw values are the wire's.
public enum MemberStatus: UInt8, Sendable, CaseIterable {
    case idle = 1
    case focusing = 2
    case resting = 3
    /// All their devices are lost, or said so.
    case away = 4
}

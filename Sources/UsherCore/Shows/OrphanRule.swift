/// How a lock that leaves single seats behind is judged. Raw values are the wire's.
public enum OrphanRule: UInt8, Sendable, Hashable, CaseIterable {
    /// It may leave anybody alone.
    case off = 1
    /// Refused if the same party could sit together in the same free stretch without leaving anybody alone. Of a party in
    /// several stretches, each part is judged so.
    case avoidable = 2
    /// Refused if the whole party could sit together anywhere, on seats of its zones and kinds, without leaving anybody
    /// alone. Where it could not, each part is judged as by `avoidable`: what that refuses never passes here.
    case strict = 3
}

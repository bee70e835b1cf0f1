/// What may happen to a message.
public enum FaultKind: String, Sendable, Hashable, CaseIterable {
    /// It is gone. A stream goes on without it; the caller of a unary call gets UNAVAILABLE, as from a connection that
    /// broke, and does not know whether the gateway acted.
    case drop
    /// It is gone, and so is everything after it of this call and direction, and nobody is told.
    case swallow
    /// It comes later, and what is behind it waits.
    case delay
    /// It comes twice: a unary request as from a proxy that repeats it, a stream's event as it is.
    case duplicate
    /// It comes after the next one: of its stream, or of all unary requests or answers. A second later it comes anyway.
    case reorder
    /// The call ends with UNAVAILABLE in its place.
    case cut
    /// The call ends with another status in its place.
    case fail
}

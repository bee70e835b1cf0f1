/// An event that was not accepted, and why: the reason's word, as `ORDINAL_TAKEN`.
public struct RejectedFocusEvent: Sendable, Hashable {
    public var sessionID: String
    public var ordinal: UInt32
    public var reason: String

    public init(sessionID: String, ordinal: UInt32, reason: String) {
        self.sessionID = sessionID
        self.ordinal = ordinal
        self.reason = reason
    }
}

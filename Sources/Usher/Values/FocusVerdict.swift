public import UsherCore

/// What the gateway made of events that were recorded offline.
public struct FocusVerdict: Sendable, Equatable {
    /// Every session that an event named, as it is now.
    public var sessions: [FocusSession]
    /// The events that were not accepted, and why.
    public var rejected: [RejectedFocusEvent]

    public init(sessions: [FocusSession], rejected: [RejectedFocusEvent]) {
        self.sessions = sessions
        self.rejected = rejected
    }
}

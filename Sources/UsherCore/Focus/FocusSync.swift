/// What became of events that a device made offline.
public struct FocusSync: Sendable, Equatable {
    /// Every session of the member that an event named, as it is now; in the order of their start.
    public var sessions: [FocusSession]
    /// Each event that was not accepted, in the order in which they were judged.
    public var rejected: [RejectedFocusEvent]

    public init(sessions: [FocusSession], rejected: [RejectedFocusEvent]) {
        self.sessions = sessions
        self.rejected = rejected
    }
}

/// A notification that the app has the system show at the end of a session's plan, also if the app is gone by then.
public struct FocusNotification: Sendable, Hashable, Identifiable {
    /// The same for every schedule of one session: scheduling again replaces.
    public var id: String
    public var sessionID: String
    /// When to show it, by the device's wall clock.
    public var at: Timestamp

    public init(sessionID: String, at: Timestamp) {
        id = "usher.focus.end.\(sessionID)"
        self.sessionID = sessionID
        self.at = at
    }
}

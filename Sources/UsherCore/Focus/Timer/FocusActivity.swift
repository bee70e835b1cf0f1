/// What a live activity shows of an open session. It counts by itself: nothing has to be sent each second.
public struct FocusActivity: Sendable, Hashable, Identifiable {
    /// The same as long as the session lives.
    public var id: String
    public var sessionID: String
    /// Focusing or paused.
    public var state: FocusState
    /// nil = open-ended.
    public var planned: TimeSpan?
    /// While focusing: from when to count, by the device's wall clock, so that the focus of before counts too.
    public var countsFrom: Timestamp?
    /// While focusing towards a plan: when it is fulfilled, by the device's wall clock.
    public var countsTo: Timestamp?
    /// While paused: the focus so far.
    public var elapsed: TimeSpan?

    public init(
        sessionID: String, state: FocusState, planned: TimeSpan? = nil, countsFrom: Timestamp? = nil,
        countsTo: Timestamp? = nil, elapsed: TimeSpan? = nil
    ) {
        id = "usher.focus.activity.\(sessionID)"
        self.sessionID = sessionID
        self.state = state
        self.planned = planned
        self.countsFrom = countsFrom
        self.countsTo = countsTo
        self.elapsed = elapsed
    }
}

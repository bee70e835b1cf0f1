/// A focus session as it stands at `serverTime`.
public struct FocusSession: Sendable, Equatable {
    public var sessionID: String
    public var memberID: String
    /// "" = none.
    public var roomID: String
    public var state: FocusState
    /// nil = open-ended.
    public var planned: TimeSpan?
    public var startedAt: Timestamp
    /// nil while the session is open.
    public var endedAt: Timestamp?
    /// The sum of the focusing stretches, the running one up to `serverTime` included; never more than `planned`.
    public var elapsed: TimeSpan
    /// Of the last accepted event.
    public var lastOrdinal: UInt32
    public var serverTime: Timestamp

    public init(
        sessionID: String, memberID: String, roomID: String = "", state: FocusState, planned: TimeSpan? = nil,
        startedAt: Timestamp, endedAt: Timestamp? = nil, elapsed: TimeSpan, lastOrdinal: UInt32, serverTime: Timestamp
    ) {
        self.sessionID = sessionID
        self.memberID = memberID
        self.roomID = roomID
        self.state = state
        self.planned = planned
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.elapsed = elapsed
        self.lastOrdinal = lastOrdinal
        self.serverTime = serverTime
    }
}

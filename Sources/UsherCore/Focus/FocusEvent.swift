/// One event of a focus session, as a device recorded it.
public struct FocusEvent: Sendable, Hashable {
    /// So many fit in one SyncFocus; more come in parts, the earlier ones first.
    public static let mostInSync = Limits.focusEvents

    public var sessionID: String
    /// START is 1, each further event takes the next. 0: whichever is next.
    public var ordinal: UInt32
    public var type: FocusEventType
    public var at: Timestamp
    /// Of START; nil = open-ended.
    public var planned: TimeSpan?
    /// Of START; "" = none.
    public var roomID: String

    public init(
        sessionID: String, ordinal: UInt32, type: FocusEventType, at: Timestamp, planned: TimeSpan? = nil,
        roomID: String = ""
    ) {
        self.sessionID = sessionID
        self.ordinal = ordinal
        self.type = type
        self.at = at
        self.planned = planned
        self.roomID = roomID
    }
}

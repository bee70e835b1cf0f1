/// What a focus session can be asked to do.
public enum FocusCommand: Sendable, Equatable {
    /// START. `startedAt` nil: now. `roomID` "": in no room. `planned` nil: open-ended.
    case start(sessionID: String, memberID: String, roomID: String, planned: TimeSpan?, startedAt: Timestamp?)
    /// Any other event. `ordinal` 0: whichever is next. `at` nil: now.
    case change(FocusEventType, sessionID: String, ordinal: UInt32, at: Timestamp?)
    /// Reads it.
    case get(sessionID: String)
}

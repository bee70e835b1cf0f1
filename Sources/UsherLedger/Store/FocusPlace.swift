import UsherCore

/// Where a session stands among its member's.
struct FocusPlace: Sendable, Equatable {
    var startedAt: Timestamp
    var sessionID: String
}

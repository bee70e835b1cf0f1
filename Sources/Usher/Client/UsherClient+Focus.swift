public import UsherCore
import UsherWire

extension UsherClient {
    /// Starts a session under an id of the caller's own (1 to 64 characters), which makes the call repeatable. `planned`
    /// nil is open-ended; `startedAt` nil is now, else up to two years back. Refused: `FOCUS_EXISTS` with other content,
    /// `FOCUS_TRANSITION` while the member has another open session.
    public func startFocus(
        _ sessionID: String, memberID: String, roomID: String = "", planned: TimeSpan? = nil,
        startedAt: Timestamp? = nil
    ) async throws(UsherError) -> FocusSession {
        let request = StartFocusRequest(
            sessionID: sessionID, memberID: memberID, roomID: roomID, planned: planned, startedAt: startedAt)
        return try await call("FocusService/StartFocus", request)
    }

    /// Pauses a session. `at` nil is now. In this and the next three: `FOCUS_TRANSITION` from another state,
    /// `FOCUS_UNKNOWN`, `ORDINAL_TAKEN`, `ORDINAL_GAP`.
    ///
    /// With an `ordinal` (the session's `lastOrdinal` + 1) the call is repeatable; with 0, whichever is next, it is never
    /// repeated by itself when its outcome is unknown.
    public func pauseFocus(
        _ sessionID: String, ordinal: UInt32 = 0, at time: Timestamp? = nil
    ) async throws(UsherError) -> FocusSession {
        try await step("PauseFocus", PauseFocusRequest(sessionID: sessionID, ordinal: ordinal, at: time))
    }

    /// Goes on with a paused session.
    public func resumeFocus(
        _ sessionID: String, ordinal: UInt32 = 0, at time: Timestamp? = nil
    ) async throws(UsherError) -> FocusSession {
        try await step("ResumeFocus", ResumeFocusRequest(sessionID: sessionID, ordinal: ordinal, at: time))
    }

    /// Ends a session as done: it counts.
    public func completeFocus(
        _ sessionID: String, ordinal: UInt32 = 0, at time: Timestamp? = nil
    ) async throws(UsherError) -> FocusSession {
        try await step("CompleteFocus", CompleteFocusRequest(sessionID: sessionID, ordinal: ordinal, at: time))
    }

    /// Ends a session as given up: it does not count.
    public func abandonFocus(
        _ sessionID: String, ordinal: UInt32 = 0, at time: Timestamp? = nil
    ) async throws(UsherError) -> FocusSession {
        try await step("AbandonFocus", AbandonFocusRequest(sessionID: sessionID, ordinal: ordinal, at: time))
    }

    /// A session as it is now. Refused: `FOCUS_UNKNOWN`.
    public func getFocus(_ sessionID: String) async throws(UsherError) -> FocusSession {
        try await call("FocusService/GetFocus", GetFocusRequest(sessionID: sessionID))
    }

    /// A member's sessions, newest first. `pageSize` 1…1,000; 0 is 100.
    public func listFocus(
        of memberID: String, pageSize: Int = 0, pageToken: String = ""
    ) async throws(UsherError) -> ListPage<FocusSession> {
        let request = ListFocusRequest(memberID: memberID, pageSize: pageSize, pageToken: pageToken)
        let reply: ListFocusResponse = try await call("FocusService/ListFocus", request)
        return ListPage(items: reply.sessions, nextPageToken: reply.nextPageToken)
    }

    /// Brings in events that were recorded offline, in any order. A bad one refuses nothing: the answer tells it.
    public func syncFocus(_ events: [FocusEvent], of memberID: String) async throws(UsherError) -> FocusSync {
        let request = SyncFocusRequest(memberID: memberID, events: events.map(FocusEventMessage.init))
        let reply: SyncFocusResponse = try await call("FocusService/SyncFocus", request)
        return FocusSync(sessions: reply.sessions, rejected: reply.rejected)
    }

    /// Completed focus of `from ..< to` by day. Days are those of `timeZone` (an IANA name, as `Europe/Berlin`), and start
    /// when its clocks show `dayStartsAt` after midnight.
    public func focusStatistics(
        of memberID: String, timeZone: String, from: Timestamp, to: Timestamp, dayStartsAt: TimeSpan = .zero
    ) async throws(UsherError) -> FocusStatistics {
        let request = GetFocusStatsRequest(
            memberID: memberID, timeZone: timeZone, dayStartsAt: dayStartsAt == .zero ? nil : dayStartsAt, from: from,
            to: to)
        let reply: GetFocusStatsResponse = try await call("FocusService/GetFocusStats", request)
        return reply.statistics
    }

    private func step(_ method: String, _ request: some FocusStepRequest) async throws(UsherError) -> FocusSession {
        try await call("FocusService/\(method)", request, request.ordinal == 0 ? .never : .safe)
    }
}

import UsherCore
import UsherLedger

/// Nobody focuses on a scripted ledger; the tests of focus sessions ask a real one.
extension ScriptedLedger {
    func execute(_ command: FocusCommand, tenant: String) async throws(LedgerError) -> Verdict<FocusSession> {
        try fail()
        return .failure(.focusUnknown)
    }

    func sync(_ events: [FocusEvent], of memberID: String, tenant: String) async throws(LedgerError) -> FocusSync {
        try fail()
        return FocusSync(sessions: [], rejected: [])
    }

    func sessions(of memberID: String, tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<FocusSession>>
    {
        try fail()
        return .success(Page(items: [], nextToken: ""))
    }

    func stretches(of memberID: String, tenant: String, from: Timestamp, to: Timestamp) async throws(LedgerError)
        -> [FocusStretch]
    {
        try fail()
        return []
    }
}

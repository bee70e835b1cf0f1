import UsherCore
import UsherLedger

// Focus sessions.
extension LedgerLine {
    func execute(_ command: FocusCommand, tenant: String) async throws(LedgerError) -> Verdict<FocusSession> {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in try await inner.execute(command, tenant: tenant)
        }
    }

    func sync(_ events: [FocusEvent], of memberID: String, tenant: String) async throws(LedgerError) -> FocusSync {
        willAsk()
        return try await conductor.question { () throws(LedgerError) in
            try await inner.sync(events, of: memberID, tenant: tenant)
        }
    }

    func sessions(of memberID: String, tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<FocusSession>>
    {
        try await conductor.question { () throws(LedgerError) in
            try await inner.sessions(of: memberID, tenant: tenant, pageSize: pageSize, pageToken: pageToken)
        }
    }

    func stretches(of memberID: String, tenant: String, from: Timestamp, to: Timestamp) async throws(LedgerError)
        -> [FocusStretch]
    {
        try await conductor.question { () throws(LedgerError) in
            try await inner.stretches(of: memberID, tenant: tenant, from: from, to: to)
        }
    }
}

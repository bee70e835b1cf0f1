public import UsherCore

extension ShowLedger {
    public func execute(_ command: FocusCommand, tenant: String) async throws(LedgerError) -> Verdict<FocusSession> {
        try await ask { .focus(.execute(command, tenant: tenant, $0)) }
    }

    public func sync(_ events: [FocusEvent], of memberID: String, tenant: String) async throws(LedgerError)
        -> FocusSync
    {
        try await ask { .focus(.sync(events, FocusMember(tenant: tenant, memberID: memberID), $0)) }
    }

    public func sessions(of memberID: String, tenant: String, pageSize: Int, pageToken: String)
        async throws(LedgerError) -> Verdict<Page<FocusSession>>
    {
        let member = FocusMember(tenant: tenant, memberID: memberID)
        return try await ask { .focus(.sessions(member, size: pageSize, token: pageToken, $0)) }
    }

    public func stretches(of memberID: String, tenant: String, from: Timestamp, to: Timestamp)
        async throws(LedgerError) -> [FocusStretch]
    {
        let member = FocusMember(tenant: tenant, memberID: memberID)
        var (stretches, place): ([FocusStretch], FocusPlace?) = ([], nil)
        // In parts: years of somebody's sessions do not hold up everybody else.
        repeat {
            let after = place
            let part: FocusStretches = try await ask {
                .focus(.stretches(member, from: from, to: to, after: after, $0))
            }
            stretches += part.stretches
            place = part.next
        } while place != nil
        return stretches
    }
}

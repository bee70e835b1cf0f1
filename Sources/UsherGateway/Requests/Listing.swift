internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// One page of a listing. Its token is the ledger's to judge: a request that is faulty elsewhere asks about it too, so
/// that all faults are told at once.
enum Listing {
    static func page<Value: Sendable>(
        size: Int, token: String, _ check: RequestCheck, about subject: RefusalSubject = RefusalSubject(),
        _ ask: (Int) async throws(LedgerError) -> Verdict<Value>
    ) async throws(RPCError) -> Value {
        guard !check.faults.isEmpty else {
            return try await LedgerCall.run(about: subject) { () throws(LedgerError) in
                try await ask(PageSize.resolved(size))
            }
        }
        var check = check
        if !token.isEmpty {
            let verdict = try await LedgerCall.attempt { () throws(LedgerError) in try await ask(1) }
            if case .failure(.fields(let faults)) = verdict { check.add(faults) }
        }
        throw RPCError(.fields(check.faults))
    }
}

internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Asks the ledger and turns what is not an answer into a status.
enum LedgerCall {
    /// `subject` is what refusals name.
    static func run<Value: Sendable>(
        about subject: RefusalSubject = RefusalSubject(),
        _ body: () async throws(LedgerError) -> Verdict<Value>
    ) async throws(RPCError) -> Value {
        switch try await attempt(body) {
        case .success(let value): return value
        case .failure(let refusal): throw RPCError(refusal, about: subject)
        }
    }

    /// For what the ledger cannot refuse.
    static func attempt<Value: Sendable>(
        _ body: () async throws(LedgerError) -> Value
    ) async throws(RPCError) -> Value {
        do {
            return try await body()
        } catch {
            throw RPCError(error)
        }
    }
}

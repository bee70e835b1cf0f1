internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Asks the ledger and turns what is not an answer into a status.
enum LedgerCall {
    /// `offLoop`: the ledger prepares whole halls in the call, which would delay a loop. (`@concurrent` alone keeps a
    /// loop's tasks on the loop, their preferred executor.)
    ///
    /// `subject` is what refusals name.
    static func run<Value: Sendable>(
        offLoop: Bool = false, about subject: RefusalSubject = RefusalSubject(),
        _ body: () async throws(LedgerError) -> Verdict<Value>
    ) async throws(RPCError) -> Value {
        switch try await attempt(offLoop: offLoop, body) {
        case .success(let value): return value
        case .failure(let refusal): throw RPCError(refusal, about: subject)
        }
    }

    /// For what the ledger cannot refuse.
    static func attempt<Value: Sendable>(
        offLoop: Bool = false, _ body: () async throws(LedgerError) -> Value
    ) async throws(RPCError) -> Value {
        do {
            guard offLoop else { return try await body() }
            return try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(LedgerError) in
                try await body()
            }
        } catch {
            throw RPCError(error)
        }
    }
}

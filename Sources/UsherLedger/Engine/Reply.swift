/// The way back to a caller. Answered exactly once, by the ledger thread or by the mailbox that turned the request away.
struct Reply<Value: Sendable>: Sendable {
    private let continuation: UnsafeContinuation<Result<Value, LedgerError>, Never>

    init(_ continuation: UnsafeContinuation<Result<Value, LedgerError>, Never>) {
        self.continuation = continuation
    }

    func answer(_ result: Result<Value, LedgerError>) {
        continuation.resume(returning: result)
    }
}

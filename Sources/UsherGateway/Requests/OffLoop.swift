/// Work that would delay the other calls of a loop.
enum OffLoop {
    /// Runs `work` on the global executor if `isHeavy`, else at once. The caller goes on where it was.
    static func run<Value: Sendable, Failure: Error>(
        if isHeavy: Bool, _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard isHeavy else { return try work() }
        // A loop is its tasks' preferred executor, which `@concurrent` alone would keep.
        let result = await withTaskExecutorPreference(globalConcurrentExecutor) { await concurrently(work) }
        return try result.get()
    }

    @concurrent
    private static func concurrently<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        Result { () throws(Failure) in try work() }
    }
}

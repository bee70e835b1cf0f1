internal import UsherCore

/// Work on whole halls, which takes a while: off the ledger's thread and off the caller's loop.
enum OffThread {
    /// Runs `work` on the global executor. A loop is its tasks' preferred executor, which `@concurrent` alone would keep.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withTaskExecutorPreference(globalConcurrentExecutor) { await concurrently(work) }
    }

    @concurrent
    private static func concurrently<Value: Sendable>(_ work: @Sendable () -> Value) async -> Value { work() }
}

extension HallRevision {
    /// The hall under another revision than it was sent with. `hall` must have passed `Hall.faults()`.
    convenience init(_ hall: Hall, numbered revision: UInt64) {
        var hall = hall
        hall.revision = revision
        self.init(hall)
    }
}

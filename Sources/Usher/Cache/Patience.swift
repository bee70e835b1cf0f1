import Synchronization
import UsherCore

/// Waiting for something that may never come, as an answer of a disk that is stuck.
final class Patience<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value?, Never>?>

    private init(_ continuation: CheckedContinuation<Value?, Never>) {
        waiting = Mutex(continuation)
    }

    /// What `work` returns, or nil if it does not within the span; it goes on then, and nobody hears of it.
    static func first(
        within span: TimeSpan, _ runtime: ClientRuntime, _ work: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        await withCheckedContinuation { continuation in
            let patience = Patience(continuation)
            let sleeping = Task(executorPreference: runtime.executor) {
                await runtime.sleep(span)
                patience.answer(nil)
            }
            Task(executorPreference: runtime.executor) {
                patience.answer(await work())
                sleeping.cancel()
            }
        }
    }

    /// The first answer counts.
    private func answer(_ value: Value?) {
        waiting.withLock { $0.take() }?.resume(returning: value)
    }
}

import Synchronization
public import UsherCore

extension TestGateway {
    /// Where the gateway and its clients run: tasks that a test starts with `Task(executorPreference:)` here are waited
    /// for as those are.
    public var executor: any TaskExecutor { conductor }

    /// Lets everything happen that needs no time.
    public func settle() async throws(TestGatewayError) {
        try await advance(by: .zero)
    }

    /// Lets everything happen that needs no time, until `condition` holds: for what an app does in tasks on the system's
    /// pool, which nobody can watch. Time stands meanwhile, however long the machine takes. Throws `.stuck` if the condition
    /// still does not hold after thirty seconds of real time, or when the test is cancelled.
    public func settle(until condition: @Sendable () -> Bool) async throws(TestGatewayError) {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(Limits.patienceSeconds)
        while true {
            try await settle()
            if condition() { return }
            guard clock.now < limit, !Task.isCancelled else {
                throw TestGatewayError(
                    .stuck, "it did not happen in \(Limits.patienceSeconds) s of real time (seed \(options.seed))")
            }
            // A cancelled test is found out above.
            do { try await Task.sleep(for: .milliseconds(1)) } catch { continue }
        }
    }

    /// Moves time on. Everybody who sleeps is woken at their time, in order, and everything that follows from it has
    /// happened before the next one is; the same holds for the ledger's deadlines and for messages on their way.
    public func advance(by span: TimeSpan) async throws(TestGatewayError) {
        try await pass(atMost: span, until: nil)
    }

    /// Moves time on until `condition` holds, and no further. It is asked, on the gateway's thread, whenever nothing
    /// moves; it must not wait. Throws `.timeRanOut` if it still does not hold after `span`.
    public func advance(
        atMost span: TimeSpan = .hours(1), until condition: @escaping @Sendable () -> Bool
    ) async throws(TestGatewayError) {
        try await pass(atMost: span, until: condition)
    }

    /// Lets time pass while `body` waits, until it is done, and no further: for calls that retry or are late.
    /// Throws `.timeRanOut` if it is not done after `span`; it is cancelled then.
    public func advancing<Value: Sendable>(
        atMost span: TimeSpan = .hours(1), _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let isDone = SharedFlag()
        let task = Task(executorPreference: conductor) { () async throws -> Value in
            defer { isDone.flag.store(true, ordering: .releasing) }
            return try await body()
        }
        conductor.beginExactness()
        defer { conductor.endExactness() }
        return try await withTaskCancellationHandler {
            do throws(TestGatewayError) {
                try await pass(atMost: span) { isDone.flag.load(ordering: .acquiring) }
            } catch {
                task.cancel()
                throw error
            }
            return try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Runs `body`, and everything that it awaits or starts as child tasks, where the gateway runs: time never goes on
    /// while it has something to do, and the same seed gives the same run. Time passes in it by `advance` alone.
    public func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        conductor.beginExactness()
        defer { conductor.endExactness() }
        return try await withTaskExecutorPreference(conductor) { try await body() }
    }

    private func pass(
        atMost span: TimeSpan, until condition: (@Sendable () -> Bool)?
    ) async throws(TestGatewayError) {
        let conductor = conductor
        let outcome = await withCheckedContinuation { continuation in
            let (limit, overflow) = conductor.now.addingReportingOverflow(max(0, span.nanoseconds))
            conductor.add(
                Conductor.Goal(limit: overflow ? .max : limit, isReached: condition) {
                    continuation.resume(returning: $0)
                })
        }
        switch outcome {
        case .reached: return
        case .timeRanOut:
            throw TestGatewayError(
                .timeRanOut, "it did not happen within \(span.nanoseconds / 1_000_000) ms (seed \(options.seed))")
        case .stuck(let holds):
            throw TestGatewayError(
                .stuck, "\(holds) things did not end in \(Limits.patienceSeconds) s (seed \(options.seed))")
        }
    }
}

/// A flag that two tasks share.
private final class SharedFlag: Sendable {
    let flag = Atomic(false)
}

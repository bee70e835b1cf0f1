/// The attempts of one call, and the pauses between them (gRPC's A6).
public struct RetryPacing: Sendable {
    private let policy: RetryPolicy
    /// Attempts that failed.
    public private(set) var failures = 0
    /// Those since the server last named a pause.
    private var backoffs = 0

    public init(_ policy: RetryPolicy) {
        self.policy = policy
    }

    /// An attempt failed: nanoseconds to wait before the next, or nil to give up. `random` is uniform bits. What may
    /// be repeated at all is the caller's to judge, except for what the server has begun to answer.
    public mutating func pause(after error: RPCError, random: UInt64) -> Int64? {
        failures += 1
        guard failures < policy.maxAttempts, !error.isCommitted else { return nil }
        switch RetryPushback(error.metadata) {
        case .stop: return nil
        case .wait(let milliseconds):
            backoffs = 0
            return Int64(milliseconds) * 1_000_000
        case nil:
            backoffs += 1
            return policy.pause(backoffs, random: random)
        }
    }
}

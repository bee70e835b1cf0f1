/// When a failed call is tried again, and after what pause (gRPC's A6).
public struct RetryPolicy: Sendable, Equatable {
    /// Attempts in all, the first included: 1…5.
    public var maxAttempts: Int
    /// Nanoseconds before the second attempt; each next pause is `multiplier` times as long.
    public var firstPause: Int64
    public var multiplier: Double
    public var maxPause: Int64

    public init(
        maxAttempts: Int, firstPause: Int64 = 100_000_000, multiplier: Double = 2, maxPause: Int64 = 5_000_000_000
    ) {
        self.maxAttempts = min(max(1, maxAttempts), 5)
        self.firstPause = firstPause
        self.multiplier = multiplier
        self.maxPause = maxPause
    }

    /// Nanoseconds to wait before the next attempt, or nil to give up. `attempt` is the one that failed, from 1;
    /// `random` is uniform bits. What may be repeated at all is the caller's to judge.
    public func pause(afterAttempt attempt: Int, error: RPCError, random: UInt64) -> Int64? {
        guard attempt < maxAttempts else { return nil }
        if let pushback = error.metadata["grpc-retry-pushback-ms"] {
            // A value that is negative or no number asks not to be bothered again.
            guard let milliseconds = Int32(pushback), milliseconds >= 0 else { return nil }
            return Int64(milliseconds) * 1_000_000
        }
        var base = Double(firstPause)
        for _ in 1..<max(1, attempt) { base = min(base * multiplier, Double(maxPause)) }
        let spread = 0.8 + 0.4 * Double(random >> 11) / Double(1 << 53 as UInt64)
        return Int64(min(base, Double(maxPause)) * spread)
    }
}

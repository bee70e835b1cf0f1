/// How often a failed call is tried again, and after what pauses (gRPC's A6).
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

    /// The `number`th pause in nanoseconds, from 1. `random` is uniform bits.
    func pause(_ number: Int, random: UInt64) -> Int64 {
        var base = Double(firstPause)
        for _ in 1..<max(1, number) { base = min(base * multiplier, Double(maxPause)) }
        let spread = 0.8 + 0.4 * Double(random >> 11) / Double(1 << 53 as UInt64)
        return Int64(min(base, Double(maxPause)) * spread)
    }
}

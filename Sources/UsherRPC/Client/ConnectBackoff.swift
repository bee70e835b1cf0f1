/// The pauses between attempts to connect: gRPC's 1 s × 1.6, at most 120 s, ± 20 % after the cap.
public struct ConnectBackoff: Sendable, Equatable {
    private static let first = 1.0
    private static let factor = 1.6
    private static let cap = 120.0
    private static let jitter = 0.2

    private var base = first

    public init() {}

    /// The next pause in nanoseconds. `random` is uniform bits.
    public mutating func next(random: UInt64) -> Int64 {
        let spread = 1 + Self.jitter * (2 * Double(random >> 11) / Double(1 << 53 as UInt64) - 1)
        let pause = base * spread
        base = min(base * Self.factor, Self.cap)
        return Int64(pause * 1_000_000_000)
    }

    /// A connection stood: the next attempt is the first again.
    public mutating func reset() {
        base = Self.first
    }
}

/// How long to wait before the next attempt: 1, 2, 4 … 30 seconds with full jitter, so that a crowd that lost its
/// server together does not come back together.
public struct Backoff: Sendable, Equatable {
    /// Attempts since the last success.
    public private(set) var attempts = 0
    public let first: TimeSpan
    public let longest: TimeSpan

    /// Both spans positive, `longest` not below `first`.
    public init(first: TimeSpan = .seconds(1), longest: TimeSpan = .seconds(30)) {
        precondition(first > .zero && longest >= first, "backoff from \(first) to \(longest)")
        self.first = first
        self.longest = longest
    }

    /// The ceiling of the next wait; the jitter comes after it.
    public var ceiling: TimeSpan {
        var span = first.nanoseconds
        for _ in 0..<attempts {
            if span > longest.nanoseconds / 2 { return longest }
            span *= 2
        }
        return TimeSpan(nanoseconds: span)
    }

    /// The wait before the next attempt: anything from zero to the ceiling, which doubles.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> TimeSpan {
        let ceiling = ceiling
        // Far beyond the longest wait the count has nothing left to say.
        attempts = min(attempts + 1, 64)
        return TimeSpan(nanoseconds: Int64.random(in: 0...ceiling.nanoseconds, using: &generator))
    }

    /// After a success, or when the network is back.
    public mutating func reset() {
        attempts = 0
    }
}

/// A token bucket.
struct RateLimiter {
    struct Limit {
        /// What may come at once.
        var burst: Int64
        /// What may come in the long run.
        var perSecond: Int64
    }

    private static let second: Int64 = 1_000_000_000

    private let limit: Limit
    private var tokens: Int64
    private var filled: Int64

    init(_ limit: Limit, now: Int64) {
        self.limit = limit
        tokens = limit.burst
        filled = now
    }

    /// Takes `count` tokens; false once they are used up.
    mutating func take(_ count: Int, now: Int64) -> Bool {
        guard count > 0 else { return true }
        let passed = max(0, now - filled)
        if passed >= Self.second / limit.perSecond {
            let (product, overflow) = passed.multipliedReportingOverflow(by: limit.perSecond)
            let gained = overflow ? limit.burst : product / Self.second
            tokens = min(limit.burst, tokens + min(limit.burst, gained))
            // What did not make a whole token counts on.
            filled = tokens == limit.burst ? now : filled + gained * Self.second / limit.perSecond
        }
        tokens -= Int64(count)
        return tokens >= 0
    }
}

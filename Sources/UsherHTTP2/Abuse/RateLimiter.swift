/// A token bucket.
struct RateLimiter {
    struct Limit {
        /// What may come at once.
        let burst: Int64
        /// In the long run one may come in so many nanoseconds.
        let interval: Int64

        init(burst: Int64, perSecond: Int64) {
            self.init(burst: burst, interval: 1_000_000_000 / perSecond)
        }

        init(burst: Int64, interval: Int64) {
            self.burst = burst
            self.interval = max(1, interval)
        }
    }

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
        let gained = max(0, now - filled) / limit.interval
        if gained > 0 {
            give(gained)
            // What did not make a whole token counts on.
            filled = tokens == limit.burst ? now : filled + gained * limit.interval
        }
        tokens -= Int64(count)
        return tokens >= 0
    }

    /// Gives tokens back, up to the burst.
    mutating func give(_ count: Int64) {
        tokens = min(limit.burst, tokens + min(limit.burst, count))
    }
}

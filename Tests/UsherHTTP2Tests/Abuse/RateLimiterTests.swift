import Testing

@testable import UsherHTTP2

@Suite struct RateLimiterTests {
    static let second: Int64 = 1_000_000_000

    @Test("a burst is taken at once, and no more")
    func burst() {
        var limiter = RateLimiter(.init(burst: 10, perSecond: 2), now: 0)
        let ten = limiter.take(10, now: 0)
        let eleventh = limiter.take(1, now: 0)
        #expect(ten && !eleventh)
    }

    @Test("tokens come back with time, in parts that add up, up to the burst")
    func refill() {
        var limiter = RateLimiter(.init(burst: 10, perSecond: 2), now: 0)
        var taken = limiter.take(10, now: 0) ? 10 : 0
        // Looked at more often than a token comes.
        for tick in 1...100 where limiter.take(tick % 10 == 0 ? 1 : 0, now: Int64(tick) * Self.second / 20) {
            taken += 1
        }
        #expect(taken == 10 + 100)
        var rested = RateLimiter(.init(burst: 10, perSecond: 2), now: 0)
        let fits = rested.take(10, now: .max / 2)
        let over = rested.take(1, now: .max / 2)
        #expect(fits && !over)
    }

    @Test("a clock that stands still or goes back gives nothing")
    func clock() {
        var limiter = RateLimiter(.init(burst: 1, perSecond: 1), now: 50 * Self.second)
        let first = limiter.take(1, now: 50 * Self.second)
        let second = limiter.take(1, now: 0)
        #expect(first && !second)
    }
}

import Testing

@testable import UsherHTTP2

@Suite struct DrainWatchTests {
    static let second: Int64 = 1_000_000_000

    /// Looks once a second; `state` says what the connection knows. The second at which it was stalled.
    static func stalledAfter(
        _ seconds: Int, _ state: (_ second: Int) -> (waiting: Int, taken: Int, arrived: Int, underWay: Int)
    ) -> Int? {
        var watch = DrainWatch()
        for at in 0...seconds {
            let (waiting, taken, arrived, underWay) = state(at)
            let look = DrainWatch.Look(
                now: Int64(at) * second, waiting: waiting, taken: taken, arrived: arrived, underWay: underWay)
            if watch.isStalled(look) { return at }
        }
        return nil
    }

    @Test("all has arrived and no window opens: stalled after 5 s")
    func shut() {
        #expect(Self.stalledAfter(60) { _ in (6_000, 0, 10_000, 0) } == 5)
    }

    @Test("a trickle below 4 KiB in 5 s is stalled, although each look finds progress")
    func drip() {
        #expect(Self.stalledAfter(60) { (6_000, 800 * $0, 900 * $0, 60) } == 5)
        #expect(Self.stalledAfter(600) { (6_000, 4_096 * $0 / 5 + $0, 0, 0) } == nil)
    }

    @Test("what waits must drain in minutes: the more waits, the more must be taken")
    func share() {
        let waiting = 16 << 20
        #expect(Self.stalledAfter(60) { (waiting, 20_000 * $0, 0, 0) } == 5)
        #expect(Self.stalledAfter(600) { (waiting, 27_000 * $0, 0, 0) } == nil)
    }

    @Test("a network that is behind is given 20 s, and goes on as long as bytes arrive")
    func slow() {
        #expect(Self.stalledAfter(60) { _ in (1 << 20, 65_535, 0, 65_535) } == 20)
        // 2 KB/s: the last of the window arrives after 32 s, and only then can the client open it.
        #expect(Self.stalledAfter(35) { (100_000, 65_535, 2_000 * $0, max(0, 65_535 - 2_000 * $0)) } == nil)
        #expect(Self.stalledAfter(60) { (100_000, 65_535, 2_000 * $0, max(0, 65_535 - 2_000 * $0)) } == 36)
    }

    @Test("a window that opens in time, or a rest, begins the time anew")
    func anew() {
        #expect(Self.stalledAfter(60) { (100_000, $0 < 4 ? 0 : 65_535, 0, 0) } == 9)
        var watch = DrainWatch()
        let look = { DrainWatch.Look(now: $0 * Self.second, waiting: 1, taken: 0, arrived: 0, underWay: 0) }
        let first = watch.isStalled(look(0))
        watch.rest()
        let second = watch.isStalled(look(6))
        let third = watch.isStalled(look(10))
        let fourth = watch.isStalled(look(11))
        #expect(!first && !second && !third && fourth)
    }
}

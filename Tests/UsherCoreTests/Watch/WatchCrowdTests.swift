import Testing

@testable import UsherCore

/// What a gateway sees of ten thousand readers that lost it together.
@Suite("A crowd of followed maps") struct WatchCrowdTests {
    private static let readers = 10_000

    /// Arrivals per 100 ms at a gateway that is back after `outage`; those that failed before are not among them.
    private func arrivals(outage: TimeSpan, _ lose: (inout WatchDriver) -> Void) -> [Int: Int] {
        var histogram: [Int: Int] = [:]
        for seed in 0..<UInt64(Self.readers) {
            var driver = WatchDriver.live(seed: seed)
            let lost = driver.now
            lose(&driver)
            driver.wait()
            while driver.now - lost < outage.nanoseconds {
                if driver.open.isEmpty { driver.wait() } else { driver.end() }
            }
            if driver.open.isEmpty { driver.wait() }
            histogram[Int((driver.now - lost) / 100_000_000), default: 0] += 1
        }
        return histogram
    }

    /// The peak in terms of the mean over the time in which nine of ten arrive.
    private func peak(_ histogram: [Int: Int]) -> Double {
        var left = Self.readers * 9 / 10
        let first = histogram.keys.min() ?? 0
        var slots = 0
        while left > 0 {
            left -= histogram[first + slots] ?? 0
            slots += 1
        }
        return Double(histogram.values.max() ?? 0) / (Double(Self.readers) * 0.9 / Double(slots))
    }

    @Test("they come back spread out, however long it was away", arguments: [0, 1, 5, 20, 60])
    func restart(seconds: Int64) {
        let histogram = arrivals(outage: .seconds(seconds)) { $0.end() }
        #expect(histogram.values.reduce(0, +) == Self.readers)
        #expect(peak(histogram) < 4)
    }

    @Test("they come back spread out after a drain, even where it named a short pause")
    func drained() {
        let histogram = arrivals(outage: .zero) { $0.event(.drain(reconnectAfter: .milliseconds(200), reason: "")) }
        #expect(peak(histogram) < 1.5)
    }
}

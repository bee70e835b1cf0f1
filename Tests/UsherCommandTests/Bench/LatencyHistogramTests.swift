import Testing

@testable import UsherCommand

@Suite struct LatencyHistogramTests {
    @Test(
        "a percentile is the value that so many lie at or below, within 3 percent", arguments: [0.01, 0.5, 0.9, 0.99])
    func percentiles(_ share: Double) throws {
        var histogram = LatencyHistogram()
        for value in 1...100_000 { histogram.add(Int64(value) * 1_000) }
        let found = try #require(histogram.percentile(share))
        let right = share * 100_000 * 1_000
        #expect(abs(found - right) <= right * 0.03)
        #expect(histogram.count == 100_000)
    }

    @Test("small values are exact, and nothing has no percentile")
    func small() {
        var histogram = LatencyHistogram()
        #expect(histogram.percentile(0.5) == nil)
        for value in [3, 1, 2, 31, -5] { histogram.add(Int64(value)) }
        #expect(histogram.percentile(0.2) == 0)
        #expect(histogram.percentile(0.4) == 1)
        #expect(histogram.percentile(0.8) == 3)
        #expect(histogram.percentile(1) == 31)
    }

    @Test("no percentile is beyond the largest value, however large")
    func largest() {
        var histogram = LatencyHistogram()
        histogram.add(1_000_003)
        #expect(histogram.percentile(0.99) == 1_000_003)
        histogram.add(Int64.max)
        #expect(histogram.percentile(1) == Double(Int64.max))
        #expect(histogram.microseconds(0.5).map { $0.rounded() } == 1_008)
    }

    @Test("histograms add up")
    func sum() {
        var one = LatencyHistogram()
        var other = LatencyHistogram()
        one.add(10, times: 3)
        other.add(20)
        one.add(other)
        #expect(one.count == 4 && one.percentile(0.75) == 10 && one.percentile(1) == 20)
    }
}

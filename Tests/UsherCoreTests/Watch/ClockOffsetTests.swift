import Testing
import UsherCore

@Suite("The gateway's clock") struct ClockOffsetTests {
    @Test(
        "the quickest of the last events tells the time best, in either direction",
        arguments: [1_000, -1_000] as [Int64])
    func quickest(offset: Int64) {
        var clock = ClockOffset()
        #expect(clock.span == nil)
        for (now, delay) in zip(stride(from: 5_000, to: 5_800, by: 100), [90, 40, 7, 60, 80, 55, 70, 30]) {
            clock.heard(Timestamp(nanoseconds: Int64(now - delay) + offset), now: Int64(now))
        }
        #expect(clock.span == TimeSpan(nanoseconds: offset - 7))
        #expect(clock.serverTime(now: 6_000) == Timestamp(nanoseconds: 6_000 + offset - 7))
    }

    @Test("a clock that was set back is believed after a few events, and one that tells nothing is not")
    func set() {
        var clock = ClockOffset()
        clock.heard(Timestamp(nanoseconds: 9_000), now: 1_000)
        clock.heard(Timestamp(nanoseconds: 0), now: 1_000)
        for now in 0..<8 as Range<Int64> { clock.heard(Timestamp(nanoseconds: 500 + now), now: now) }
        #expect(clock.span == TimeSpan(nanoseconds: 500))
    }
}

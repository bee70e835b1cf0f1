import Testing

@testable import UsherHTTP2

@Suite struct FrameAbuseTests {
    static let second: Int64 = 1_000_000_000

    struct Row: Sendable, CustomStringConvertible {
        let kind: String
        /// What one charge has.
        let counts: @Sendable (Int) -> FrameCounts
        let limit: RateLimiter.Limit
        let offence: String
        var description: String { kind }
    }

    static let rows: [Row] = [
        Row(kind: "resets", counts: { FrameCounts(resets: $0) }, limit: Limits.resets, offence: "too many resets"),
        Row(
            kind: "provoked resets", counts: { FrameCounts(provokedResets: $0) }, limit: Limits.provokedResets,
            offence: "too many faulty streams"),
        Row(
            kind: "header bombs", counts: { FrameCounts(headerBombs: $0) }, limit: Limits.headerBombs,
            offence: "header lists far over the limit"),
        Row(
            kind: "SETTINGS", counts: { FrameCounts(settings: $0) }, limit: Limits.settings,
            offence: "too many SETTINGS"),
        Row(
            kind: "idle frames", counts: { FrameCounts(idle: $0) }, limit: Limits.idleFrames,
            offence: "too many idle frames"),
        Row(
            kind: "WINDOW_UPDATEs", counts: { FrameCounts(windowUpdates: $0) }, limit: Limits.windowUpdates,
            offence: "too many WINDOW_UPDATEs"),
    ]

    @Test(
        "each kind of frame may come in its burst, and in its rate after that; one more is its offence", arguments: rows
    )
    func kinds(row: Row) {
        var abuse = FrameAbuse(now: 0)
        let burst = abuse.charge(row.counts(Int(row.limit.burst)), now: 0)
        let rate = (1...50).map { abuse.charge(row.counts(1), now: Int64($0) * row.limit.interval) }
        let over = abuse.charge(row.counts(1), now: 50 * row.limit.interval)
        #expect(burst == nil && rate == Array(repeating: nil, count: 50))
        #expect(over == row.offence)
    }

    @Test("a client that opens its windows for what it gets is no flood, however much it gets")
    func answers() {
        var abuse = FrameAbuse(now: 0)
        for _ in 0..<1_000 {
            let offence = abuse.charge(FrameCounts(windowUpdates: 400, sent: 100), now: 0)
            #expect(offence == nil)
        }
        let offence = abuse.charge(FrameCounts(windowUpdates: 10_001, sent: 0), now: 0)
        #expect(offence == "too many WINDOW_UPDATEs")
    }

    @Test("kinds do not share their bursts")
    func apart() {
        var abuse = FrameAbuse(now: 0)
        let all = FrameCounts(
            resets: 12_000, provokedResets: 100, headerBombs: 3, settings: 200, idle: 5_000, windowUpdates: 10_000)
        let offence = abuse.charge(all, now: 0)
        #expect(offence == nil)
    }
}

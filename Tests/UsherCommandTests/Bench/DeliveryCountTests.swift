import Testing

@testable import UsherCommand

@Suite struct DeliveryCountTests {
    @Test("changes are counted by last_seq: a merged delta counts for all that it stands for")
    func merged() {
        var count = DeliveryCount(watchers: 2)
        #expect(count.take(0, .snapshot(seq: 4)) == nil)
        #expect(count.ready == 1 && count.delivered == 0)
        #expect(count.take(0, .delta(first: 5, last: 5)) == 5...5)
        #expect(count.take(0, .delta(first: 6, last: 20)) == 6...20)
        #expect(count.take(0, .other) == nil)
        #expect(count.delivered == 16 && count.messages == 2 && count.fault == nil)
        #expect(count.position(0) == 20 && count.position(1) == nil)
    }

    @Test("a whole map in mid-stream stands for what it skips")
    func snapshot() {
        var count = DeliveryCount(watchers: 1)
        _ = count.take(0, .snapshot(seq: 0))
        #expect(count.take(0, .snapshot(seq: 7)) == 1...7)
        #expect(count.take(0, .snapshot(seq: 7)) == nil)
        #expect(count.delivered == 7 && count.snapshots == 2 && count.ready == 1)
    }

    @Test(
        "a gap, a repeat, a delta backwards and one before the map are faults",
        arguments: [(6, 6), (4, 5), (5, 4)] as [(UInt64, UInt64)])
    func faults(_ first: UInt64, _ last: UInt64) {
        var count = DeliveryCount(watchers: 2)
        _ = count.take(0, .snapshot(seq: 4))
        #expect(count.take(0, .delta(first: first, last: last)) == nil)
        #expect(count.fault == "a delta \(first)…\(last) came to a watcher at 4" && count.delivered == 0)
        var early = DeliveryCount(watchers: 1)
        _ = early.take(0, .delta(first: 1, last: 1))
        #expect(early.fault != nil)
    }
}

import Testing
import UsherCore

@testable import Usher

@Suite("What waits for the cache's disk")
struct CacheQueueTests {
    /// What the queue would do, in words.
    private func run(_ queue: inout CacheQueue) -> [String] {
        var told: [String] = []
        while let job = queue.next() {
            switch job {
            case .keep(let key, let map): told.append("keep \(key.showID) \(map.snapshot.seq)")
            case .forget(let key): told.append("forget \(key.showID)")
            case .clear: told.append("clear")
            case .done, .findMap, .findHall: told.append("?")
            }
        }
        return told
    }

    private func map(_ id: String, _ seq: UInt64) -> CachedMap { CacheFixtures.map(id, seq: seq) }

    @Test("of one show only the newest map is written, at its place")
    func newest() {
        var queue = CacheQueue()
        for seq: UInt64 in 1...3 {
            queue.change(CacheFixtures.key("a"), map("a", seq))
            queue.change(CacheFixtures.key("b"), map("b", seq))
        }
        #expect(queue.waiting(CacheFixtures.key("a")) == .some(map("a", 3)))
        #expect(queue.waiting(CacheFixtures.key("c")) == nil)
        queue.change(CacheFixtures.key("b"), nil)
        #expect(queue.waiting(CacheFixtures.key("b")) == .some(nil))
        let told = run(&queue)
        #expect(told == ["keep a 3", "forget b"])
        #expect(queue.waiting(CacheFixtures.key("a")) == nil)
        let more = run(&queue)
        #expect(more.isEmpty)
    }

    @Test("clearing takes what waits with it; what comes later is written")
    func clear() {
        var queue = CacheQueue()
        queue.change(CacheFixtures.key("a"), map("a", 1))
        queue.clear()
        #expect(queue.waiting(CacheFixtures.key("a")) == .some(nil), "it must not be read before it is gone")
        queue.change(CacheFixtures.key("b"), map("b", 1))
        let told = run(&queue)
        #expect(told == ["clear", "keep b 1"])
    }

    @Test("too many shows are dropped, and work goes on")
    func bounded() {
        var queue = CacheQueue()
        let hall = CacheFixtures.hall(seats: 1)
        for index in 0..<1_100 {
            queue.change(CacheFixtures.key("\(index)"), CacheFixtures.map("\(index)", hall, withShow: false))
        }
        // A show that waits is brought up to date all the same.
        queue.change(CacheFixtures.key("0"), CacheFixtures.map("0", hall, seq: 9, withShow: false))
        #expect(queue.dropped == 76)
        let told = run(&queue)
        #expect(told.count == 1_024 && told.first == "keep 0 9")
    }

    @Test("work starts once, and again after it has ended")
    func working() {
        var queue = CacheQueue()
        queue.change(CacheFixtures.key("a"), map("a", 1))
        let (first, second) = (queue.startsWork(), queue.startsWork())
        _ = run(&queue)
        let third = queue.startsWork()
        #expect(first && !second && third)
    }
}

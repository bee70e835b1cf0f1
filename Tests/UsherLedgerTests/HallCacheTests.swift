import Testing
import UsherCore

@testable import UsherLedger

@Suite("Halls in memory") struct HallCacheTests {
    private static func revision(_ id: Int, seats: Int = 12) -> HallRevision {
        HallRevision(Rig.hall("\(id)", seats: seats), numbered: 1)
    }

    private static func key(_ id: Int) -> HallKey { HallKey(tenant: "t", hallID: "\(id)", revision: 1) }

    @Test("the last ones used stay, and those that somebody holds for as long as somebody does")
    func lives() {
        var cache = HallCache()
        var held: [HallRevision]? = (0..<10).map { Self.revision($0) }
        for revision in held ?? [] { cache.insert(revision, tenant: "t") }
        for id in 10..<10 + Limits.cachedHalls { cache.insert(Self.revision(id), tenant: "t") }
        #expect(cache.count == 10 + Limits.cachedHalls)
        for id in 0..<5 { #expect(cache.find(Self.key(id)) === held?[id]) }
        // Five of the others had to make room for them.
        cache.sweep()
        #expect(cache.count == 5 + Limits.cachedHalls)
        held = nil
        cache.sweep()
        #expect(cache.count == Limits.cachedHalls)
        #expect(cache.find(Self.key(4)) != nil && cache.find(Self.key(9)) == nil)
    }

    @Test("large halls make room for each other sooner, and the last one stays, whatever its size")
    func large() {
        var cache = HallCache(seatLimit: 2_400)
        for id in 0..<4 { cache.insert(Self.revision(id, seats: 1_200), tenant: "t") }
        #expect(cache.count == 2 && cache.find(Self.key(3)) != nil && cache.find(Self.key(0)) == nil)
        cache.insert(Self.revision(9, seats: 2_412), tenant: "t")
        #expect(cache.count == 1 && cache.find(Self.key(9)) != nil)
        cache.remove(Self.key(9))
        #expect(cache.count == 0 && cache.find(Self.key(9)) == nil)
    }
}

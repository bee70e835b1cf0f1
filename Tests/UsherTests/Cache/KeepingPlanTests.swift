import Testing
import UsherCore

@testable import Usher

@Suite("When a living map is kept")
struct KeepingPlanTests {
    private static let second: Int64 = 1_000_000_000

    private func stand(_ seq: UInt64, version: UInt64? = 1, revision: UInt64 = 1) -> KeepingPlan.Stand {
        KeepingPlan.Stand(
            position: Position(epoch: "e", seq: seq), showVersion: version,
            hall: LoadedHall.Key(hallID: "H", revision: revision))
    }

    @Test("the first map at once, those after it every five seconds")
    func throttled() {
        var plan = KeepingPlan()
        var kept: [Int64] = []
        for step in 0..<60 {
            let now = Int64(step) * Self.second / 2
            if plan.isDue(stand(UInt64(step)), now) { kept.append(now / Self.second) }
        }
        #expect(kept == [0, 5, 10, 15, 20, 25])
    }

    @Test("what has not changed is not kept again, nor what is no whole map")
    func unchanged() {
        var plan = KeepingPlan()
        let never = plan.isDue(nil, 0)
        let once = plan.isDue(stand(1), 0)
        let again = (0..<100).map { plan.isDue(stand(1), $0 * Self.second) }
        #expect(!never && once && !again.contains(true))
        let left = plan.isLeft(stand(1), 0)
        #expect(!left)
    }

    @Test("a map that came from the cache is not kept until it differs: by position, show or hall")
    func fromCache() {
        for changed in [stand(2), stand(1, version: 2), stand(1, version: nil), stand(1, revision: 2)] {
            var plan = KeepingPlan()
            plan.isKept(stand(1))
            let same = plan.isDue(stand(1), 0)
            let other = plan.isDue(changed, 0)
            #expect(!same && other)
        }
    }

    @Test("a change in between is kept by the next event after five seconds, or when the map is left")
    func later() {
        for leaves in [true, false] {
            var plan = KeepingPlan()
            _ = plan.isDue(stand(1), 0)
            let early = plan.isDue(stand(2), Self.second)
            let due = leaves ? plan.isLeft(stand(2), Self.second) : plan.isDue(stand(2), 25 * Self.second)
            #expect(!early && due)
        }
    }
}

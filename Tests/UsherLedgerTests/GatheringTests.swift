import Testing
import UsherCore

@testable import UsherLedger

@Suite("Requests gather for a commit") struct GatheringTests {
    static let millisecond = TimeSpan.milliseconds(1)

    @Test("a request alone waits for nobody, nor does one that came while another was committed")
    func alone() {
        var gathering = Gathering()
        #expect(gathering.plan(answered: 1, waiting: 0, took: Self.millisecond) == nil)
        #expect(gathering.plan(answered: 0, waiting: 1, took: Self.millisecond) == nil)
    }

    @Test("who came meanwhile waits for those of the last commit, at most twice what that took")
    func together() {
        var gathering = Gathering()
        #expect(
            gathering.plan(answered: 16, waiting: 15, took: TimeSpan(nanoseconds: 150_000))
                == Gathering.Plan(requests: 31, span: TimeSpan(nanoseconds: 300_000)))
        #expect(gathering.plan(answered: 16, waiting: 15, took: .seconds(1))?.span == Limits.gathering)
        #expect(gathering.plan(answered: 2_000, waiting: 10, took: .seconds(1))?.requests == Limits.batch)
        #expect(gathering.plan(answered: 16, waiting: 15, took: TimeSpan(nanoseconds: 10_000)) == nil)
    }

    @Test("where few come back it waits ever less often, and as before once they do")
    func inVain() {
        var gathering = Gathering()
        var commits: [Int] = []
        for commit in 0..<200 where gathering.plan(answered: 4, waiting: 4, took: Self.millisecond) != nil {
            commits.append(commit)
            gathering.gained(1, of: 4)
        }
        #expect(commits == [0, 2, 5, 10, 19, 36, 69, 134, 199])
        for _ in 0..<Limits.gatheringPause {
            #expect(gathering.plan(answered: 4, waiting: 4, took: Self.millisecond) == nil)
        }
        #expect(gathering.plan(answered: 4, waiting: 4, took: Self.millisecond) != nil)
        gathering.gained(2, of: 4)
        #expect(gathering.plan(answered: 4, waiting: 4, took: Self.millisecond) != nil)
    }
}

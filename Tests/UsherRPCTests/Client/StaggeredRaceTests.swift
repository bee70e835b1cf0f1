import Testing

@testable import UsherRPC

@Suite("A race of candidates")
struct StaggeredRaceTests {
    private static let delay: Int64 = 250

    private func race(_ count: Int) -> StaggeredRace { StaggeredRace(count: count, delay: Self.delay) }

    @Test("each candidate begins a while after the last, without its failure")
    func staggered() {
        var race = race(3)
        #expect(race.begin(now: 0) == 0)
        #expect(race.wakesAt == 250)
        #expect(race.timePassed(now: 249) == nil)
        #expect(race.timePassed(now: 250) == 1)
        #expect(race.timePassed(now: 260) == nil)
        #expect(race.timePassed(now: 500) == 2)
        #expect(race.wakesAt == nil)
        #expect(!race.isLost)
    }

    @Test("a failure brings the next candidate at once, and the race is lost when all have failed")
    func failures() {
        var race = race(3)
        _ = race.begin(now: 0)
        #expect(race.failed(0, now: 10) == 1)
        #expect(race.wakesAt == 260)
        #expect(race.timePassed(now: 260) == 2)
        #expect(race.failed(2, now: 270) == nil)
        #expect(!race.isLost)
        #expect(race.failed(2, now: 275) == nil)
        #expect(race.failed(1, now: 280) == nil)
        #expect(race.isLost)
    }

    @Test("progress gives a candidate more time alone, and never less")
    func progress() {
        var race = race(2)
        _ = race.begin(now: 0)
        race.progressed(0, patience: 2_000, now: 100)
        #expect(race.wakesAt == 2_100)
        race.progressed(0, patience: 10, now: 200)
        #expect(race.wakesAt == 2_100)
        race.progressed(1, patience: 9_000, now: 200)
        #expect(race.wakesAt == 2_100)
        #expect(race.failed(0, now: 300) == 1)
    }

    @Test("a race of nobody is lost from the beginning")
    func empty() {
        var race = race(0)
        #expect(race.begin(now: 0) == nil)
        #expect(race.isLost)
        #expect(race.wakesAt == nil)
    }
}

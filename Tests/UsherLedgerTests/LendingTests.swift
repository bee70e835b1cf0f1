import Testing
import UsherCore

@testable import UsherLedger

@Suite("When the engine is lent") struct LendingTests {
    private let quick = TimeSpan.milliseconds(1)
    private let slow = TimeSpan.milliseconds(50)

    /// How many callers in a row get no loan.
    private func refusals(_ lending: inout Lending) -> Int {
        var count = 0
        while !lending.begins() { count += 1 }
        return count
    }

    @Test("after a loan that took long there are none for a while, and for twice as long after the next, up to a bound")
    func pauses() {
        var lending = Lending()
        #expect(refusals(&lending) == 0)
        _ = lending.ended(after: quick)
        #expect(refusals(&lending) == 0)
        var expected = Limits.shortestLendingPause
        for _ in 0..<10 {
            _ = lending.ended(after: slow)
            #expect(refusals(&lending) == expected)
            expected = min(2 * expected, Limits.longestLendingPause)
        }
        #expect(expected == Limits.longestLendingPause)
    }

    @Test("a slow loan among many quick ones is forgotten")
    func forgets() {
        var lending = Lending()
        for _ in 0..<3 {
            _ = lending.ended(after: slow)
            #expect(refusals(&lending) == Limits.shortestLendingPause)
            for _ in 0..<Limits.shortestLendingPause { _ = lending.ended(after: quick) }
        }
    }

    @Test("the thread gets up for its housekeeping once in so many loans")
    func housekeeping() {
        var lending = Lending()
        let due = (1...3 * Limits.loansPerHousekeeping).filter { _ in lending.ended(after: quick) }
        #expect(due == [1, 2, 3].map { $0 * Limits.loansPerHousekeeping })
    }
}

import Testing
import UsherCore

@testable import Usher

@Suite("Which token a call carries")
struct TokenMachineTests {
    private static let second: Int64 = 1_000_000_000

    private func token(_ value: String, _ seconds: Int64? = nil) -> CallToken {
        CallToken(value, lifetime: seconds.map { .seconds($0) })
    }

    @Test("the first call asks, the others wait, and then all use it")
    func first() {
        var machine = TokenMachine()
        let first = machine.want(now: 0)
        #expect(first.held == nil)
        #expect(first.asks == 1)
        let second = machine.want(now: 1)
        #expect(second.held == nil)
        #expect(second.asks == nil)
        let held = machine.answered(1, token("a"), now: 2)
        let third = machine.want(now: 1_000_000 * Self.second)
        #expect(third.held == held)
        #expect(third.asks == nil)
    }

    @Test("shortly before the end the next one is asked for once, while the old one is used; after the end calls wait")
    func expiry() {
        var machine = TokenMachine()
        _ = machine.want(now: 0)
        // Its life counts from the question, which is when it may have been made.
        _ = machine.answered(1, token("a", 600), now: 10 * Self.second)
        #expect(machine.want(now: 539 * Self.second).asks == nil)
        let early = machine.want(now: 540 * Self.second)
        #expect(early.held?.token.value == "a")
        #expect(early.asks == 2)
        #expect(machine.want(now: 541 * Self.second).asks == nil)
        machine.failed(2, now: 541 * Self.second)
        #expect(machine.want(now: 541 * Self.second + 5).asks == nil)
        #expect(machine.want(now: 543 * Self.second).asks == 3)
        let late = machine.want(now: 600 * Self.second)
        #expect(late.held == nil)
    }

    @Test("a token of short life is renewed in its last fifth")
    func shortLife() {
        var machine = TokenMachine()
        _ = machine.want(now: 0)
        _ = machine.answered(1, token("a", 10), now: 0)
        #expect(machine.want(now: 8 * Self.second - 1).asks == nil)
        #expect(machine.want(now: 8 * Self.second).asks == 2)
    }

    @Test("a refused token is asked for anew once, however many calls it was refused to")
    func refusals() {
        var machine = TokenMachine()
        _ = machine.want(now: 0)
        let old = machine.answered(1, token("a"), now: 0)
        #expect(machine.refused(old, now: 1) == true)
        #expect(machine.want(now: 1).asks == 2)
        #expect(machine.refused(old, now: 2) == true)
        #expect(machine.want(now: 2).asks == nil)
        let new = machine.answered(2, token("b"), now: 3)
        #expect(machine.refused(old, now: 4) == true)
        #expect(machine.want(now: 4).held == new)
        // Where every token is refused, refusals stand.
        #expect(machine.refused(new, now: 5) == false)
        #expect(machine.want(now: 5).held == new)
        #expect(machine.refused(new, now: 2 * Self.second) == true)
    }

    @Test("a question that hangs is given up, and its late answer is taken all the same")
    func hanging() {
        var machine = TokenMachine()
        _ = machine.want(now: 0)
        #expect(machine.want(now: 10 * Self.second - 1).asks == nil)
        #expect(machine.want(now: 10 * Self.second).asks == 2)
        let held = machine.answered(1, token("late"), now: 11 * Self.second)
        #expect(machine.want(now: 11 * Self.second).held == held)
    }

    @Test("a life beyond the end of time, none and less than none")
    func extremes() {
        for (life, isGood) in [(Int64.max, true), (0, false), (-5, false)] {
            var machine = TokenMachine()
            _ = machine.want(now: 5)
            _ = machine.answered(1, CallToken("a", lifetime: TimeSpan(nanoseconds: life)), now: 5)
            #expect((machine.want(now: 6).held != nil) == isGood)
        }
    }

    @Test("a token does not print itself")
    func secrecy() {
        let token = CallToken("s3cret", lifetime: .seconds(1))
        var text = "\(token) \(String(reflecting: token))"
        dump(token, to: &text)
        #expect(!text.contains("s3cret"))
    }
}

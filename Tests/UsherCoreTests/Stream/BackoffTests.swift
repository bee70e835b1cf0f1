import Testing
import UsherCore

@Suite struct BackoffTests {
    @Test("the ceiling doubles from one second to thirty, and a success starts it anew")
    func ceilings() {
        var random = SeededGenerator(seed: 1)
        var backoff = Backoff()
        var ceilings: [Int64] = []
        for _ in 0..<100 {
            ceilings.append(backoff.ceiling.nanoseconds / 1_000_000_000)
            let ceiling = backoff.ceiling
            let wait = backoff.next(using: &random)
            #expect(wait >= .zero && wait <= ceiling)
        }
        #expect(Array(ceilings.prefix(7)) == [1, 2, 4, 8, 16, 30, 30])
        #expect(ceilings.last == 30)
        backoff.reset()
        #expect(backoff.ceiling == .seconds(1))
    }

    @Test("also the first wait is spread over the whole second")
    func jitter() {
        var random = SeededGenerator(seed: 2)
        var quarters = Set<Int64>()
        for _ in 0..<64 {
            var backoff = Backoff()
            quarters.insert(backoff.next(using: &random).nanoseconds / 250_000_000)
        }
        #expect(quarters.isSuperset(of: [0, 1, 2, 3]))
    }
}

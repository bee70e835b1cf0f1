import Testing

@testable import UsherHTTP2

@Suite struct TimerHeapTests {
    /// A small generator, so that a failure repeats.
    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    @Test("timers fire in order of deadline, equal ones in the order in which they were set", arguments: 1...20)
    func order(seed: UInt64) {
        var generator = Generator(state: seed)
        var heap = TimerHeap()
        var fired: [Int] = []
        var expected: [(deadline: Int64, number: Int)] = []
        for number in 0..<200 {
            let deadline = Int64.random(in: 0..<50, using: &generator)
            let timer = heap.add(deadline: deadline) { fired.append(number) }
            if Bool.random(using: &generator) {
                heap.remove(timer)
            } else {
                expected.append((deadline, number))
            }
        }
        expected.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        for now in Int64(0)..<50 {
            while let job = heap.popDue(now: now) { job() }
            #expect(fired == expected.filter { $0.deadline <= now }.map(\.number))
        }
        #expect(heap.count == 0)
    }

    @Test("a cancelled timer leaves nothing behind, whenever it is cancelled")
    func cancel() {
        var heap = TimerHeap()
        let first = heap.add(deadline: 5) {}
        let second = heap.add(deadline: 7) {}
        heap.remove(first)
        #expect(heap.earliest == 7)
        heap.remove(first)
        #expect(heap.count == 1)
        #expect(heap.popDue(now: 6) == nil)
        #expect(heap.popDue(now: 7) != nil)
        heap.remove(second)
        #expect(heap.count == 0)
        #expect(heap.earliest == nil)
    }
}

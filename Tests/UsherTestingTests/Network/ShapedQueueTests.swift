import Testing

@testable import UsherTesting

@Suite struct ShapedQueueTests {
    /// Takes up to `room` bytes of what has arrived.
    private func take(_ queue: inout ShapedQueue, at now: Int64, room: Int = .max) -> [UInt8] {
        var got: [UInt8] = []
        _ = queue.take(now: now) { bytes in
            let count = min(bytes.count, room - got.count)
            got += bytes.prefix(count)
            return count
        }
        return got
    }

    private func takeEnd(_ queue: inout ShapedQueue, at now: Int64) -> Bool { queue.takeEnd(now: now) }

    private func carry(_ line: inout LinkLine, _ count: Int, at now: Int64, rate: Int?) -> Int64 {
        line.carry(count, now: now, rate: rate)
    }

    @Test("bytes arrive when they are due and not before")
    func due() {
        var queue = ShapedQueue()
        queue.append([1, 2], due: 100)
        queue.append([3], due: 200)
        #expect(queue.count == 3 && queue.nextDue == 100)
        #expect(take(&queue, at: 99) == [])
        #expect(take(&queue, at: 100) == [1, 2])
        #expect(queue.count == 1 && queue.nextDue == 200)
        #expect(take(&queue, at: 1_000) == [3])
        #expect(queue.count == 0 && queue.nextDue == nil)
    }

    @Test("what comes later never overtakes what came before, also when the delay was lowered between them")
    func order() {
        var queue = ShapedQueue()
        queue.append([1], due: 500)
        queue.append([2], due: 10)
        #expect(take(&queue, at: 499) == [])
        #expect(take(&queue, at: 500) == [1, 2])
    }

    @Test("what a full socket did not take stays, in order")
    func partial() {
        var queue = ShapedQueue()
        queue.append([1, 2, 3], due: 1)
        queue.append([4], due: 1)
        #expect(take(&queue, at: 1, room: 2) == [1, 2])
        #expect(queue.count == 2)
        #expect(take(&queue, at: 1) == [3, 4])
    }

    @Test("the end comes once, after all bytes")
    func end() {
        var queue = ShapedQueue()
        queue.append([1], due: 10)
        queue.finish(due: 5)
        #expect(!takeEnd(&queue, at: 20))
        #expect(take(&queue, at: 20) == [1])
        #expect(queue.nextDue == 10)
        #expect(!takeEnd(&queue, at: 9))
        #expect(takeEnd(&queue, at: 10))
        #expect(!takeEnd(&queue, at: 11) && queue.nextDue == nil)
    }

    @Test("many pieces keep their order while the taken ones are dropped")
    func many() {
        var queue = ShapedQueue()
        var got: [UInt8] = []
        for round in 0..<200 {
            queue.append([UInt8(round), UInt8(round)], due: Int64(round))
            if round % 3 == 0 { got += take(&queue, at: Int64(round) - 50, room: 5) }
        }
        got += take(&queue, at: 1_000)
        #expect(got == (0..<200).flatMap { [UInt8($0), UInt8($0)] })
        let dropped = queue.removeAll()
        #expect(dropped == 0)
    }

    @Test("a line carries one byte after the other, and rests when nothing comes")
    func line() {
        var line = LinkLine()
        // 8,000 bits a second: a byte in a millisecond.
        #expect(carry(&line, 10, at: 0, rate: 8_000) == 10_000_000)
        #expect(carry(&line, 10, at: 5_000_000, rate: 8_000) == 20_000_000)
        #expect(carry(&line, 1, at: 100_000_000, rate: 8_000) == 101_000_000)
        #expect(carry(&line, 1_000_000, at: 7, rate: nil) == 7)
    }
}

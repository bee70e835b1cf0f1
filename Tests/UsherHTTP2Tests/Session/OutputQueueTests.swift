import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite struct OutputQueueTests {
    @Test("what goes in comes out, however it is cut", arguments: 1...30)
    func cuts(step: Int) {
        var queue = OutputQueue()
        var expected: [UInt8] = []
        var read: [UInt8] = []
        func take() {
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: step) { buffer in
                let count = queue.read(into: buffer.baseAddress!, step)
                read.append(contentsOf: buffer[..<count])
            }
        }
        for number in 0..<100 {
            let message = [UInt8](repeating: UInt8(number), count: number * 7 % 40)
            switch number % 3 {
            case 0: queue.append(FramedMessage(message))
            case 1: queue.append(CodedMessage(message))
            default: queue.append(raw: message)
            }
            expected += number % 3 == 2 ? message : FramedMessage(message).bytes
            take()
            #expect(queue.count == expected.count - read.count)
        }
        while !queue.isEmpty { take() }
        #expect(read == expected)
    }

    @Test("the prefix of a message that is queued without one is the framed message's")
    func prefix() {
        let message = [UInt8](repeating: 3, count: 70_000)
        var queue = OutputQueue()
        queue.append(CodedMessage(message))
        var out = [UInt8](repeating: 0, count: queue.count)
        let count = out.withUnsafeMutableBufferPointer { queue.read(into: $0.baseAddress!, $0.count) }
        #expect(count == 70_005)
        #expect(out == FramedMessage(message).bytes)
    }

    @Test("the prefix of a compressed message says so, and so does no other")
    func flag() {
        var queue = OutputQueue()
        queue.append(CodedMessage([7], isCompressed: true))
        queue.append(CodedMessage([8]))
        var out = [UInt8](repeating: 9, count: queue.count)
        _ = out.withUnsafeMutableBufferPointer { queue.read(into: $0.baseAddress!, $0.count) }
        #expect(out == [1, 0, 0, 0, 1, 7, 0, 0, 0, 0, 1, 8])
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite struct FeedOutletTests {
    @Test("frames come out in their order, however often the memory grew, and the next tick has the memory again")
    func order() {
        let pool = FeedBlocks()
        var outlet = FeedOutlet()
        for _ in 0..<3 {
            var expected: [UInt8] = []
            for byte in UInt8(0)..<200 {
                let frame = [UInt8](repeating: byte, count: 1 + Int(byte) * 3)
                frame.withUnsafeBytes { outlet.append($0, pool) }
                expected += frame
            }
            #expect(outlet.count == expected.count && outlet.count > Limits.feedBlock)
            var out: [UInt8] = [9]
            outlet.take(into: &out, pool)
            #expect(out == [9] + expected)
            #expect(outlet.isEmpty)
        }
    }

    @Test("a frame holds messages up to what every client takes, and differs by its stream's id alone")
    func frame() {
        let frame = FeedFrame()
        let messages = [FramedMessage([1, 2, 3]), FramedMessage([]), FramedMessage([4])]
        #expect(frame.fill(messages))
        frame.address(UInt32(0x0102_0304).bigEndian)
        #expect(
            Array(frame.bytes)
                == [0, 0, 19, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 4])
        frame.address(UInt32(7).bigEndian)
        #expect(Array(frame.bytes[..<9]) == [0, 0, 19, 0, 0, 0, 0, 0, 7])
        #expect(frame.payload == 19)
        #expect(frame.fill([FramedMessage([UInt8](repeating: 1, count: Limits.maxFeedFrame - 5))]))
        #expect(Array(frame.bytes[..<5]) == [0, 0x40, 0, 0, 0])
        #expect(!frame.fill([FramedMessage([UInt8](repeating: 1, count: Limits.maxFeedFrame - 4))]))
    }
}

import Testing
import UsherCore

@testable import UsherWire

@Suite("Events written by hand")
struct HandWrittenTests {
    @Test("deltas have the same bytes as protobuf-c's", arguments: 0..<200)
    func deltas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let first = UInt64.random(in: 0...(.max >> UInt64.random(in: 0...63, using: &random)), using: &random)
        let changes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            SeatChange(
                seat: Int32.random(in: 0...(.max >> Int32.random(in: 0...30, using: &random)), using: &random),
                state: UInt8.random(in: 0...255, using: &random))
        }
        let event = SeatEvent.delta(
            SeatDelta(firstSeq: first, lastSeq: first &+ UInt64(changes.count), changes: changes))
        #expect(hex(event.encoded()) == hex(Codec.encode(event)))
        #expect(try SeatEvent(decoding: event.encoded()) == event)
    }

    @Test(
        "heartbeats have the same bytes as protobuf-c's",
        arguments: [0, 1, -1, 1_000_000_000, -1_500_000_000, Int64.max, Int64.min, 1_800_000_000_123_456_789])
    func heartbeats(nanoseconds: Int64) throws {
        for (seq, version) in [(0, 0), (1, 0), (300, 7), (UInt64.max, UInt64.max)] {
            let event = SeatEvent.heartbeat(
                seq: seq, serverTime: Timestamp(nanoseconds: nanoseconds), showVersion: version)
            #expect(hex(event.encoded()) == hex(Codec.encode(event)))
        }
    }
}

import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct FanoutChaosTests {
    @Test(
        "readers that stall, leave, resume and hear late all end on the server's map, with no gap and no repeat",
        arguments: [1, 2, 3, 20_261_130] as [UInt64])
    func readers(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stage = Stage(seq: 0)
        let loops = [stage.loop, ManualLoop(index: 1)]
        // Follows the show from the start, as a ledger's feed has no hole.
        _ = try await stage.watch(after: 0)
        var history = Stage.start(seq: 0).history
        var readers = [StrictReader](repeating: StrictReader(), count: 24)
        for _ in 0..<1_500 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                // A batch of commits in one delta.
                let first = history.seq + 1
                let last = first + UInt64.random(in: 0..<3, using: &random)
                var changes: [Int32: SeatState] = [:]
                for _ in first...last {
                    changes[Int32.random(in: 0..<64, using: &random)] = SeatState.allCases.randomElement(using: &random)
                }
                let delta = SeatDelta(
                    firstSeq: first, lastSeq: last,
                    changes: changes.keys.sorted().map { SeatChange($0, changes[$0] ?? .available) })
                history.append(delta)
                stage.fanout.committed(Stage.ref, ShowCommit(delta: delta, show: nil))
            case 4, 5: loops.randomElement(using: &random)?.run()
            case 6:
                let which = readers.indices.randomElement(using: &random) ?? 0
                guard readers[which].channel == nil else { continue }
                let loop = loops.randomElement(using: &random) ?? stage.loop
                let channel = ManualChannel(loop)
                let position = readers[which].position
                guard case .feed(let body) = try stage.method("usher.v1.SeatService/WatchSeats").handler else { return }
                let request = WatchSeatsRequest(showID: "s1", epoch: position.epoch, afterSeq: position.seq)
                try await body(stage.call(""), request.encoded(), channel)
                readers[which].channel = channel
            case 7:
                let which = readers.indices.randomElement(using: &random) ?? 0
                readers[which].channel?.stopReading()
            case 8:
                let which = readers.indices.randomElement(using: &random) ?? 0
                readers[which].channel?.readAgain(isTold: Bool.random(using: &random))
            default:
                let which = readers.indices.randomElement(using: &random) ?? 0
                try readers[which].apply(seats: 64)
                // What a reader that leaves has not taken is lost with its stream.
                readers[which].channel?.hangUp()
                readers[which].channel = nil
            }
            for channel in readers.compactMap(\.channel) { #expect(channel.held <= Limits.maxInboxUpdates + 1) }
        }
        for which in readers.indices { readers[which].channel?.readAgain() }
        for loop in loops { loop.advance(seconds: 1) }
        for which in readers.indices {
            guard readers[which].channel != nil else { continue }
            try readers[which].apply(seats: 64)
            #expect(readers[which].position == Position(epoch: "e1", seq: history.seq), "seed \(seed)")
            #expect(readers[which].states == history.states, "seed \(seed)")
        }
    }
}

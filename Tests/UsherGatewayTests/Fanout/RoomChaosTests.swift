import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct RoomChaosTests {
    /// The room as the ledger has it, and everything that it ever was.
    private struct Truth {
        var history: RoomHistory
        /// Members by epoch and seq.
        var archive: [Position: [RoomMember]] = [:]

        init(_ start: RoomStart) {
            history = start.history
            keep()
        }

        var position: Position { Position(epoch: history.epoch, seq: history.seq) }

        mutating func keep() { archive[position] = history.members }

        /// A change that the room can make now.
        mutating func change(_ random: inout SeededGenerator) -> RoomChange {
            let id = "m\(Int.random(in: 0..<12, using: &random))"
            let kind: RoomChange.Kind
            switch (history.member(id), Int.random(in: 0..<5, using: &random)) {
            case (nil, _): kind = .joined(Stage.member(id, seat: "A-\(Int.random(in: 0..<64, using: &random))"))
            case (_, 0): kind = .left(id)
            case (_, 1): kind = .updated(MemberUpdate(memberID: id, seat: "", nickname: "new"))
            default: kind = .status(MemberStatus.allCases.randomElement(using: &random) ?? .idle, of: id)
            }
            let change = RoomChange(seq: history.seq + 1, kind: kind)
            history.append(change)
            keep()
            return change
        }
    }

    @Test(
        "readers of a room that stall, leave, resume and outlive restarts see no room that never was",
        arguments: [1, 2, 3, 20_261_130] as [UInt64])
    func readers(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stage = Stage.withRoom([], seq: 0)
        let loops = [stage.loop, ManualLoop(index: 1)]
        _ = try await stage.watchRoom(after: 0)
        var truth = Truth(Stage.roomStart(seq: 0, members: []))
        var readers = (0..<24).map { StrictRoomReader(detail: $0 % 4 == 0 ? .counts : .members) }
        var epochs = 1
        for _ in 0..<2_000 {
            let which = readers.indices.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<7:
                // A batch of changes in one commit, at times more than a loop's inbox holds.
                let count = Int.random(in: 0..<10, using: &random) == 0 ? 70 : Int.random(in: 1..<4, using: &random)
                stage.fanout.committed(Stage.roomRef, (0..<count).map { _ in truth.change(&random) })
            case 7..<11: loops.randomElement(using: &random)?.run()
            case 11: for loop in loops { loop.advance(seconds: 0.3) }
            case 12, 13:
                guard readers[which].channel == nil else { continue }
                let channel = ManualChannel(loops.randomElement(using: &random) ?? stage.loop)
                let position = readers[which].position
                guard case .feed(let body) = try stage.method("usher.v1.RoomService/WatchRoom").handler else { return }
                let request = WatchRoomRequest(
                    roomID: "r1", epoch: position.epoch, afterSeq: position.seq, detail: readers[which].detail)
                try await body(stage.call(""), request.encoded(), channel)
                readers[which].channel = channel
            case 14: readers[which].channel?.stopReading()
            case 15, 16: readers[which].channel?.readAgain(isTold: Bool.random(using: &random))
            case 17:
                // The ledger is loaded anew: as it was, without its past, or from a backup with another epoch.
                if Int.random(in: 0..<3, using: &random) == 0 {
                    epochs += 1
                    truth.history = RoomHistory(
                        epoch: "e\(epochs)", hall: Stage.roomHall, room: Stage.room,
                        seq: UInt64.random(in: 0...truth.history.seq, using: &random), members: [])
                } else {
                    truth.history = RoomHistory(
                        epoch: truth.history.epoch, hall: Stage.roomHall, room: Stage.room, seq: truth.history.seq,
                        members: truth.history.members)
                }
                truth.keep()
                stage.fanout.began(
                    Stage.roomRef, RoomStart(room: Stage.room, hall: Stage.roomHall, history: truth.history))
            default:
                try readers[which].apply()
                if readers[which].detail == .members, !readers[which].position.epoch.isEmpty {
                    #expect(truth.archive[readers[which].position] == readers[which].members, "seed \(seed)")
                }
                guard Bool.random(using: &random) else { continue }
                // What a reader that leaves has not taken is lost with its stream.
                readers[which].channel?.hangUp()
                readers[which].channel = nil
            }
            for channel in readers.compactMap(\.channel) { #expect(channel.held <= 102) }
        }
        for which in readers.indices { readers[which].channel?.readAgain() }
        for loop in loops { loop.advance(seconds: 3) }
        for which in readers.indices where readers[which].channel != nil {
            try readers[which].apply()
            if readers[which].detail == .counts {
                #expect(readers[which].counts == truth.history.counts, "seed \(seed)")
            } else {
                #expect(readers[which].position == truth.position, "seed \(seed)")
                #expect(readers[which].members == truth.history.members, "seed \(seed)")
            }
        }
    }
}

import Testing
import UsherCore
import UsherRPC

@testable import UsherGateway

struct RoomCountsTests {
    static func counts(_ seq: UInt64, _ whole: MemberCounts, window: MemberCounts) -> RoomEvent {
        .counts(RoomCounts(seq: seq, whole: whole, areas: [AreaCounts(areaID: "window", counts: window)]))
    }

    @Test("numbers come at once, whatever the reader's position, and for all readers as the same bytes")
    func atOnce() async throws {
        let stage = Stage.withRoom([Stage.member("ann", seat: "A-3", .focusing), Stage.member("bob", .away)])
        let first = try await stage.watchRoom(epoch: "", detail: .counts)
        let second = try await stage.watchRoom(epoch: "e1", after: 10, detail: .counts)
        let expected = Self.counts(
            10, MemberCounts(present: 2, focusing: 1, away: 1), window: MemberCounts(present: 1, focusing: 1))
        #expect(try first.roomEvents == [expected])
        #expect(first.messages.first === second.messages.first)
    }

    @Test("then at most once a second, and only when something changed: the newest of it")
    func paced() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom(detail: .counts)
        channel.forget()
        stage.loop.advance(seconds: 3)
        #expect(channel.messages.isEmpty)
        for seq in 11...14 as ClosedRange<UInt64> {
            stage.commitRoom(seq, .joined(Stage.member("m\(seq)")))
            stage.loop.run()
        }
        stage.loop.advance(seconds: 0.25)
        #expect(try channel.roomEvents == [Self.counts(14, MemberCounts(present: 5), window: MemberCounts())])
        stage.commitRoom(15, .left("m11"))
        stage.loop.advance(seconds: 0.9)
        #expect(channel.messages.count == 1)
        stage.commitRoom(16, .left("m12"))
        stage.loop.advance(seconds: 0.35)
        #expect(try channel.roomEvents.last == Self.counts(16, MemberCounts(present: 3), window: MemberCounts()))
        #expect(channel.messages.count == 2)
    }

    @Test("under changes all the time a reader gets one event a second, and ends on the room's numbers")
    func busy() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom(detail: .counts)
        channel.forget()
        var last = stage.loop.now
        var seq: UInt64 = 10
        for _ in 0..<600 {
            seq += 1
            stage.commitRoom(seq, .status(seq % 2 == 0 ? .idle : .resting))
            stage.loop.advance(seconds: 0.05)
            for event in try channel.roomEvents {
                guard case .counts = event else {
                    Issue.record("\(event)")
                    return
                }
                #expect(stage.loop.now - last >= 1_000_000_000 - 50_000_000)
                last = stage.loop.now
            }
            channel.forget()
        }
        stage.commitRoom(seq + 1, .left("ann"))
        stage.loop.advance(seconds: 1.5)
        #expect(try channel.roomEvents.last == Self.counts(seq + 1, MemberCounts(), window: MemberCounts()))
    }

    @Test("silence is filled with heartbeats at the position of the last numbers")
    func heartbeats() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom(heartbeat: .seconds(5), detail: .counts)
        stage.commitRoom(11, .status(.resting))
        stage.loop.advance(seconds: 1.5)
        channel.forget()
        stage.loop.advance(seconds: 5)
        #expect(try channel.roomEvents == [.heartbeat(seq: 11, serverTime: stage.ledger.now)])
    }

    @Test("a stalled reader is sent nothing, and then the newest numbers")
    func stalled() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom(detail: .counts)
        channel.forget()
        channel.stopReading()
        stage.commitRoom(11, .joined(Stage.member("bob")))
        stage.loop.advance(seconds: 1.5)
        #expect(channel.held == 1)
        for seq in 12...200 as ClosedRange<UInt64> {
            stage.commitRoom(seq, .status(seq % 2 == 0 ? .idle : .resting))
            stage.loop.advance(seconds: 0.1)
        }
        #expect(channel.held == 1)
        channel.readAgain()
        stage.loop.advance(seconds: 0.3)
        #expect(try channel.roomEvents.count == 2)
        #expect(
            try channel.roomEvents.last == Self.counts(200, MemberCounts(present: 2), window: MemberCounts()))
    }

    @Test("a room that began anew is counted anew")
    func restarted() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom(detail: .counts)
        channel.forget()
        stage.fanout.began(Stage.roomRef, Stage.roomStart(seq: 3, epoch: "e2", members: []))
        stage.loop.advance(seconds: 1.5)
        #expect(try channel.roomEvents == [Self.counts(3, MemberCounts(), window: MemberCounts())])
    }
}

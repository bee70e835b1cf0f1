import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct RoomLiveTests {
    @Test("the first event is a snapshot for who has nothing, a heartbeat for who missed nothing")
    func first() async throws {
        let stage = Stage.withRoom()
        let fresh = try await stage.watchRoom(epoch: "")
        let start = Stage.roomStart(seq: 10, members: [Stage.member("ann")])
        #expect(try fresh.roomEvents == [.snapshot(start.history.snapshot(now: stage.ledger.now))])
        let known = try await stage.watchRoom()
        #expect(try known.roomEvents == [.heartbeat(seq: 10, serverTime: stage.ledger.now)])
        #expect(stage.ledger.rooms.seen(\.follows) == 1)
    }

    @Test("a reader that comes back is told each change that it missed, and the shared bytes of each")
    func resumes() async throws {
        let stage = Stage.withRoom()
        _ = try await stage.watchRoom()
        let changes = stage.commitRoom(
            11, .status(.focusing), .joined(Stage.member("bob", seat: "A-1")), .status(.idle), .left("bob"))
        let first = try await stage.watchRoom(after: 11)
        let second = try await stage.watchRoom(after: 11)
        #expect(try first.roomEvents == changes.dropFirst().map(RoomEvent.change))
        #expect(zip(first.messages, second.messages).allSatisfy { $0 === $1 })
    }

    @Test("a gap of a hundred is told change by change, one more is a snapshot")
    func gap() async throws {
        let stage = Stage.withRoom(seq: 0)
        _ = try await stage.watchRoom(after: 0)
        for seq in 1...101 as ClosedRange<UInt64> {
            stage.commitRoom(seq, .status(seq % 2 == 0 ? .idle : .resting))
        }
        let near = try await stage.watchRoom(after: 1)
        #expect(try near.roomEvents.count == 100)
        let far = try await stage.watchRoom(after: 0)
        guard case .snapshot(let snapshot)? = try far.roomEvents.first, try far.roomEvents.count == 1 else {
            Issue.record("no snapshot: \(try far.roomEvents)")
            return
        }
        #expect(snapshot.seq == 101)
    }

    @Test("a commit reaches every watcher change by change, as shared messages, by one job of the loop")
    func shared() async throws {
        let stage = Stage.withRoom()
        let first = try await stage.watchRoom()
        let second = try await stage.watchRoom()
        first.forget()
        second.forget()
        let changes = stage.commitRoom(11, .status(.focusing), .status(.away))
        #expect(stage.loop.backlog == 1)
        stage.loop.run()
        #expect(try first.roomEvents == changes.map(RoomEvent.change))
        #expect(zip(first.messages, second.messages).allSatisfy { $0 === $1 })
    }

    @Test("a commit between backlog and live is neither lost nor repeated")
    func attach() async throws {
        let stage = Stage.withRoom()
        _ = try await stage.watchRoom()
        let told = stage.commitRoom(11, .status(.focusing), .status(.away))
        let channel = ManualChannel(stage.loop)
        guard case .feed(let body) = try stage.method("usher.v1.RoomService/WatchRoom").handler else { return }
        let request = WatchRoomRequest(roomID: "r1", epoch: "e1", afterSeq: 11)
        try await body(stage.call("usher.v1.RoomService/WatchRoom"), request.encoded(), channel)
        let next = stage.commitRoom(13, .left("ann"))
        stage.loop.run()
        #expect(try channel.roomEvents == (told.dropFirst() + next).map(RoomEvent.change))
    }

    @Test("a stalled reader costs nothing while it stalls, then gets what it missed, or a snapshot if that is smaller")
    func stalled() async throws {
        let stage = Stage.withRoom((0..<80).map { Stage.member("member-\($0)") } + [Stage.member("ann")])
        let slow = try await stage.watchRoom()
        let slower = try await stage.watchRoom()
        let fast = try await stage.watchRoom()
        for channel in [slow, slower, fast] { channel.forget() }
        slow.stopReading()
        slower.stopReading()
        var changes: [RoomChange] = []
        for seq in 11...30 as ClosedRange<UInt64> {
            changes += stage.commitRoom(seq, .status(seq % 2 == 0 ? .idle : .resting))
            stage.loop.run()
        }
        #expect(slow.held == 1)
        slow.readAgain()
        #expect(try slow.roomEvents == changes.map(RoomEvent.change))
        #expect(try fast.roomEvents == changes.map(RoomEvent.change))
        for seq in 31...150 as ClosedRange<UInt64> {
            stage.commitRoom(seq, .status(seq % 2 == 0 ? .idle : .resting))
            stage.loop.run()
        }
        #expect(slower.held == 1)
        slower.readAgain()
        let events = try slower.roomEvents
        guard events.count == 2, case .snapshot(let snapshot) = events[1] else {
            Issue.record("got \(events)")
            return
        }
        #expect(snapshot.seq == 150 && snapshot.members.count == 81)
        let next = stage.commitRoom(151, .left("ann"))
        stage.loop.run()
        #expect(try slower.roomEvents.last == .change(next[0]))
    }

    @Test("more changes than a loop's inbox holds are pulled: one by one as far as they are told so")
    func overflow() async throws {
        let stage = Stage.withRoom((0..<80).map { Stage.member("member-\($0)") } + [Stage.member("ann")])
        let channel = try await stage.watchRoom()
        channel.forget()
        let changes = stage.commitRoom(
            11, (0...Limits.maxInboxUpdates).map { .status($0 % 2 == 0 ? .idle : .resting) })
        stage.loop.run()
        #expect(try channel.roomEvents == changes.map(RoomEvent.change))
    }

    @Test("a room that began anew replaces what readers have; one that was only reloaded disturbs nobody")
    func restarts() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom()
        stage.commitRoom(11, .status(.focusing))
        stage.loop.run()
        channel.forget()
        stage.fanout.began(Stage.roomRef, Stage.roomStart(seq: 11, members: [Stage.member("ann", .focusing)]))
        stage.loop.run()
        #expect(try channel.roomEvents.isEmpty)
        stage.fanout.began(Stage.roomRef, Stage.roomStart(seq: 4, epoch: "e2", members: []))
        stage.loop.run()
        guard case .snapshot(let snapshot)? = try channel.roomEvents.first else {
            Issue.record("got \(try channel.roomEvents)")
            return
        }
        #expect(snapshot.epoch == "e2" && snapshot.seq == 4 && snapshot.members.isEmpty)
    }

    @Test("streams of a room that the ledger lost end with DATA_LOSS")
    func lost() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom()
        stage.fanout.lost(Stage.roomRef, LedgerError(.damaged, "gone"))
        stage.loop.run()
        #expect(!channel.isOpen && channel.error?.code == .dataLoss)
    }

    @Test("a room that nobody reads is let go after a minute")
    func idle() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom()
        stage.loop.advance(seconds: 300)
        #expect(stage.ledger.rooms.seen { $0.unfollowed.isEmpty })
        channel.hangUp()
        stage.loop.advance(seconds: 80)
        #expect(stage.ledger.rooms.seen(\.unfollowed) == [Stage.roomRef])
        #expect(stage.fanout.rooms.hubCount == 0)
    }

    @Test("a gateway that goes tells the readers of rooms too, and takes no new ones")
    func drains() async throws {
        let stage = Stage.withRoom()
        let channel = try await stage.watchRoom()
        channel.forget()
        stage.gateway.drain(reconnectAfter: .seconds(2))
        stage.loop.advance(seconds: 1)
        #expect(try channel.roomEvents == [.drain(reconnectAfter: .seconds(2), reason: "shutdown")])
        #expect(!channel.isOpen && channel.error?.code == .unavailable)
        await #expect(throws: RPCError.goingAway) { _ = try await stage.watchRoom() }
        await #expect(throws: RPCError.goingAway) { _ = try await stage.watchRoom(token: Stage.token.text) }
        #expect(stage.ledger.rooms.seen { $0.attending.isEmpty })
    }

    @Test("polls get the one change that was missed, a heartbeat, or everybody")
    func polls() async throws {
        let stage = Stage.withRoom()
        func poll(_ seq: UInt64) async throws -> RoomEvent {
            try await stage.unary(
                "usher.v1.RoomService/GetRoom", GetRoomRequest(roomID: "r1", epoch: "e1", afterSeq: seq))
        }
        #expect(try await poll(10) == .heartbeat(seq: 10, serverTime: stage.ledger.now))
        let changes = stage.commitRoom(11, .status(.focusing), .status(.idle))
        #expect(try await poll(11) == .change(changes[1]))
        guard case .snapshot(let snapshot) = try await poll(10) else {
            Issue.record("no snapshot")
            return
        }
        #expect(snapshot.seq == 12)
        #expect(stage.ledger.rooms.seen(\.follows) == 1)
    }

    // MARK: Bytes

    @Test("fifty members with ids and names of sixteen characters are at most 5 KB")
    func snapshotSize() async throws {
        let members = (0..<50).map { number -> RoomMember in
            var member = Stage.member("member-\(number + 100)-abcde", seat: "A-\(number)", .focusing)
            member.nickname = "nickname-\(number + 100)-xyz"
            member.focusStartedAt = Timestamp(nanoseconds: 1_700_000_000_123_000_000)
            member.planned = .minutes(25)
            return member
        }
        #expect(members.allSatisfy { $0.memberID.count == 16 && $0.nickname.count == 16 })
        let stage = Stage.withRoom(members)
        let channel = try await stage.watchRoom(epoch: "")
        let size = try #require(channel.messages.first).bytes.count
        #expect(size <= 5_000, "\(size) bytes")
    }

    @Test("a status change is a DATA frame of a few bytes, these")
    func changeBytes() async throws {
        let id = "0123456789abcdef"
        let stage = Stage.withRoom([Stage.member(id)], seq: 1_000_000)
        let channel = try await stage.watchRoom(after: 1_000_000)
        channel.forget()
        stage.commitRoom(1_000_001, .status(.resting, of: id))
        stage.loop.run()
        let bytes = try #require(channel.messages.first).bytes
        let update: [UInt8] = [0x0A, 16] + Array(id.utf8) + [0x18, 3]
        let change: [UInt8] = [0x08, 0xC1, 0x84, 0x3D, 0x1A, UInt8(update.count)] + update
        let event: [UInt8] = [0x12, UInt8(change.count)] + change
        #expect(bytes == [0, 0, 0, 0, UInt8(event.count)] + event)
        let frameHeader = 9
        #expect(frameHeader + bytes.count <= 64, "\(frameHeader + bytes.count) bytes")
    }
}

import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

/// Being there by an open stream.
struct RoomWatchTests {
    @Test("a stream with a token is the device's pulse until it ends, however it ends")
    func attends() async throws {
        let stage = Stage.withRoom()
        for end in 0..<3 {
            let channel = try await stage.watchRoom(token: Stage.token.text)
            #expect(try channel.roomEvents.count == 1)
            let attending = stage.ledger.rooms.seen(\.attending)
            #expect(attending.map(\.device) == [Stage.device] && attending.map(\.room) == [Stage.roomRef])
            channel.line.silence = 7_000_000_000
            #expect(attending.first?.pulse.silence == .seconds(7))
            switch end {
            case 0: channel.hangUp()
            case 1: channel.finish(nil)
            default:
                stage.fanout.lost(Stage.roomRef, LedgerError(.damaged, "gone"))
                stage.loop.run()
            }
            #expect(stage.ledger.rooms.seen { $0.attending.isEmpty })
        }
    }

    @Test(
        "the connection is listened to every 20 s, or three times in what the room bears",
        arguments: [(600, 20_000), (50, 16_666), (3, 1_000), (1, 333)] as [(Int64, Int64)])
    func listens(away: Int64, span: Int64) async throws {
        let stage = Stage.withRoom()
        var room = Stage.room
        room.awayAfter = .seconds(away)
        let reply = Stage.roomReply(room: room)
        stage.ledger.rooms.script { $0.reply = { _, _ in .success(reply) } }
        let channel = try await stage.watchRoom(token: Stage.token.text)
        #expect(channel.listening.map { $0 / 1_000_000 } == span)
        #expect(try await stage.watchRoom().listening == nil)
    }

    @Test("the return is decided before the first event, which shows it")
    func returnsFirst() async throws {
        let stage = Stage.withRoom()
        _ = try await stage.watchRoom()
        let fanout = stage.fanout
        stage.ledger.rooms.script { state in
            state.whileAttending = {
                fanout.committed(Stage.roomRef, [RoomChange(seq: 11, kind: .status(.resting))])
            }
        }
        let channel = try await stage.watchRoom(token: Stage.token.text)
        #expect(try channel.roomEvents == [.change(RoomChange(seq: 11, kind: .status(.resting)))])
    }

    @Test("a dead token opens no stream, and one of another room neither; nothing is left of them")
    func deadTokens() async throws {
        let stage = Stage.withRoom()
        let other = RoomToken(roomID: "r2", device: Stage.device)
        await #expect(throws: RPCError(.memberUnknown, about: RefusalSubject(roomID: "r1"))) {
            _ = try await stage.watchRoom(token: other.text)
        }
        await #expect(throws: RPCError(.memberUnknown)) { _ = try await stage.watchRoom(token: "nonsense") }
        stage.ledger.rooms.script { $0.reply = { _, _ in .failure(.memberUnknown) } }
        await #expect(throws: RPCError(.memberUnknown, about: RefusalSubject(roomID: "r1"))) {
            _ = try await stage.watchRoom(token: Stage.token.text)
        }
        #expect(stage.ledger.rooms.seen { $0.attending.isEmpty })
        #expect(try stage.roomService.streams.isEmpty)
    }

    @Test("a stream that comes to nothing gives its pulse back")
    func fails() async throws {
        let stage = Stage.withRoom()
        // The room goes between the return and the watch.
        stage.ledger.rooms.script { $0.starts = [:] }
        await #expect(throws: RPCError(.roomUnknown, about: RefusalSubject(roomID: "r1"))) {
            _ = try await stage.watchRoom(token: Stage.token.text)
        }
        #expect(stage.ledger.rooms.seen { $0.attending.isEmpty })
        #expect(try stage.roomService.streams.isEmpty)
    }

    @Test("a stream that ended while its device returned gives its pulse back")
    func gone() async throws {
        let stage = Stage.withRoom()
        let channel = ManualChannel(stage.loop)
        stage.ledger.rooms.script { $0.whileAttending = { channel.hangUp() } }
        let request = WatchRoomRequest(roomID: "r1", token: Stage.token.text, epoch: "e1", afterSeq: 10)
        try await stage.feed("usher.v1.RoomService/WatchRoom", request, channel)
        #expect(stage.ledger.rooms.seen { $0.attending.isEmpty })
        #expect(try stage.roomService.streams.isEmpty)
    }

    @Test("one token has a few streams and no more; who ends one may open another")
    func tooManyStreams() async throws {
        let stage = Stage.withRoom()
        var channels: [ManualChannel] = []
        for _ in 0..<Limits.maxStreamsPerDevice {
            channels.append(try await stage.watchRoom(token: Stage.token.text))
        }
        for _ in 0..<100 {
            do {
                _ = try await stage.watchRoom(token: Stage.token.text)
                Issue.record("one more was opened")
            } catch let error as RPCError {
                #expect(error.code == .resourceExhausted && error.status?.reason == "TOO_MANY")
                #expect(error.status?.details.contains(.retryInfo(.seconds(1))) == true)
            }
        }
        #expect(stage.ledger.rooms.seen { $0.attending.count } == Limits.maxStreamsPerDevice)
        // Who only looks is not counted.
        _ = try await stage.watchRoom()
        channels[0].hangUp()
        _ = try await stage.watchRoom(token: Stage.token.text)
        for channel in channels { channel.hangUp() }
        #expect(stage.ledger.rooms.seen { $0.attending.count } == 1)
    }

    @Test("faulty fields of a watch are told at once")
    func faults() async throws {
        let stage = Stage.withRoom()
        let channel = ManualChannel(stage.loop)
        do {
            try await stage.feed("usher.v1.RoomService/WatchRoom", WatchRoomRequest(roomID: ""), channel)
            Issue.record("no error")
        } catch let error as RPCError {
            #expect(error.faults.map(\.field) == ["room_id"])
        }
    }
}

extension Stage {
    fileprivate var roomService: RoomService {
        get throws {
            for case let service as RoomService in gateway.services { return service }
            throw NoSuchMethod(path: "RoomService")
        }
    }
}

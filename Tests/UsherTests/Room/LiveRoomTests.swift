import Observation
import Synchronization
import Testing
import UsherRPC
import UsherWire

@testable import Usher
@testable import UsherCore

@Suite("A living room", .timeLimit(.minutes(2))) struct LiveRoomTests {
    private typealias Stage = RoomStage

    /// Tells whether what was read inside has changed since.
    private final class Flag: Sendable {
        private let raised = Mutex(false)
        var isRaised: Bool { raised.withLock { $0 } }

        init(_ read: () -> Void) {
            withObservationTracking(read) { [weak self] in self?.raised.withLock { $0 = true } }
        }
    }

    @Test("a room is ready with its members and its hall; seats and numbers can be looked up")
    func ready() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.readyRoom()
        #expect(room.members == [Stage.member("bob", seat: "B")])
        #expect(room.hall?.areas.map(\.areaID) == ["window"])
        #expect(room.member(onSeat: "B")?.memberID == "bob")
        #expect(room.member(onSeat: "C") == nil && room.member("bob") != nil)
        #expect(room.counts?.whole.present == 1 && room.counts?.areas.first?.counts.present == 1)
        #expect(room.presence == .absent && room.me == nil && room.pass == nil)
        stream.send(Stage.update(11, "bob", seat: "C", .resting))
        await until { room.position.seq == 11 }
        #expect(room.counts?.whole.resting == 1 && room.counts?.areas.first?.counts.present == 0)
        #expect(room.counts?.seq == 11)
        #expect(try stream.room.token.isEmpty)
    }

    @Test("all handles of one room share one stream; only properties that changed notify")
    func sharing() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.readyRoom()
        let other = stage.client.room("r")
        try await other.ready()
        #expect(stage.transport.streams.count == 1)
        let members = Flag { _ = room.members }
        let position = Flag { _ = other.position }
        let hall = Flag { _ = room.hall }
        let connection = Flag { _ = room.connection }
        stream.send(Stage.update(11, "bob", seat: "B"))
        await until { position.isRaised }
        #expect(!members.isRaised)
        stream.send(Stage.update(12, "bob", .focusing))
        await until { members.isRaised }
        #expect(!hall.isRaised && !connection.isRaised)
    }

    @Test("a slow consumer gets one merged update, without what went there and back")
    func merging() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.readyRoom()
        var updates = room.updates.makeAsyncIterator()
        let first = try #require(await updates.next())
        #expect(first.isReset && first.joined == [Stage.member("bob", seat: "B")] && first.hall == Stage.hall)
        stream.send(
            Stage.update(11, "bob", .resting), Stage.change(12, .joined(Stage.member("cem", joined: 2))),
            Stage.change(13, .joined(Stage.member("dan", joined: 2))), Stage.change(14, .left("cem")),
            Stage.update(15, "bob", .idle), Stage.update(16, "dan", seat: "A"))
        await until { room.position.seq == 16 }
        let second = try #require(await updates.next())
        #expect(
            second
                == RoomUpdate(
                    position: Position(epoch: "e", seq: 16), joined: [Stage.member("dan", seat: "A", joined: 2)]))
        room.close()
        #expect(try await updates.next() == nil)
    }

    @Test("a join is shown at once, opens a stream that says the token, and flashes nowhere")
    func joining() async throws {
        let stage = Stage()
        let (room, first) = try await stage.readyRoom()
        let connection = Flag { _ = room.connection }
        let membership = try await room.join(memberID: "me", nickname: "N", seat: "A", deviceID: "d")
        #expect(membership.token == "t-d")
        #expect(room.me?.seat == "A" && room.presence == .present)
        #expect(room.members.map(\.memberID) == ["bob", "me"])
        #expect(
            room.pass
                == RoomPass(roomID: "r", memberID: "me", token: "t-d", deviceID: "d", nickname: "N", seat: "A"))
        let second = await stage.transport.stream(1)
        #expect(try second.room.token == "t-d")
        #expect(try second.room.afterSeq == 10)
        await until { !first.isLive }
        second.send(.heartbeat(seq: 10, serverTime: Stage.time))
        second.send(Stage.change(11, .joined(Stage.member("me", seat: "A", joined: 9))))
        await until { room.position.seq == 11 }
        #expect(room.members.map(\.memberID) == ["bob", "me"])
        #expect(!connection.isRaised)
        #expect(stage.transport.streams.count == 2)
    }

    @Test("a seat shows before its answer, and is taken back by a refusal; others are never shown wrong")
    func seats() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.joinedRoom()
        stage.transport.hold("RoomService/TakeSeat")
        async let taken = room.takeSeat("C")
        await until { stage.transport.calls("RoomService/TakeSeat") == 1 }
        #expect(room.me?.seat == "C" && room.member(onSeat: "C")?.memberID == "me" && room.member(onSeat: "A") == nil)
        stage.transport.letGo("RoomService/TakeSeat")
        #expect(try await taken.seat == "C")
        #expect(room.me?.seat == "C")
        stream.send(Stage.update(12, "me", seat: "C"))
        await until { room.position.seq == 12 }
        #expect(room.me?.seat == "C")
        stage.transport.answer("RoomService/TakeSeat") { _ in throw Stage.refusal(.aborted, "SEAT_OCCUPIED") }
        stage.transport.hold("RoomService/TakeSeat")
        let refused = Task { try await room.takeSeat("B") }
        await until { stage.transport.calls("RoomService/TakeSeat") == 2 }
        #expect(room.member(onSeat: "B")?.memberID == "bob" && room.me?.seat == "C")
        stage.transport.letGo("RoomService/TakeSeat")
        let error = await #expect(throws: UsherError.self) { try await refused.value }
        #expect(error?.reason == "SEAT_OCCUPIED")
        #expect(room.me?.seat == "C")
    }

    @Test("who is not in the room is told so; another member on the same device is refused")
    func refusals() async throws {
        let stage = Stage()
        let (room, _) = try await stage.readyRoom()
        #expect(await #expect(throws: UsherError.self) { try await room.takeSeat("C") }?.reason == "NOT_JOINED")
        try await room.join(memberID: "me")
        let error = await #expect(throws: UsherError.self) { try await room.join(memberID: "you") }
        #expect(error?.reason == "OTHER_MEMBER")
        try await room.leave()
        #expect(room.me == nil && room.presence == .absent && room.pass == nil)
        let pass = RoomPass(roomID: "other", memberID: "me", token: "t", deviceID: "d")
        #expect(await #expect(throws: UsherError.self) { try await room.rejoin(pass) }?.reason == "OTHER_ROOM")
    }

    @Test("a client that rests says AWAY first and closes the stream then; with resume one stream brings it back")
    func rest() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.joinedRoom()
        stage.transport.hold("RoomService/SetStatus")
        stage.client.suspend()
        await until { stage.transport.calls("RoomService/SetStatus") == 1 }
        #expect(stream.isLive)
        stage.transport.letGo("RoomService/SetStatus")
        await until { !stream.isLive }
        #expect(room.connection == .suspended)
        let count = stage.transport.streams.count
        stage.client.resume()
        let back = await stage.transport.stream(count)
        #expect(try back.room.token == "t-d")
        back.send(Stage.update(12, "me", .away), Stage.update(13, "me", .idle))
        await until { room.position.seq == 13 }
        #expect(room.me?.status == .idle)
        #expect(stage.transport.streams.count == count + 1)
        #expect(stage.transport.calls("RoomService/SetStatus") == 1)
    }

    @Test("a client that rests and hears nothing closes its stream after four seconds")
    func restUnheard() async throws {
        let stage = Stage()
        let (_, stream) = try await stage.joinedRoom()
        stage.transport.hold("RoomService/SetStatus")
        stage.client.suspend()
        await until { stage.transport.calls("RoomService/SetStatus") == 1 }
        stage.clock.advance(.seconds(3))
        #expect(stream.isLive)
        stage.clock.advance(.seconds(1))
        await until { !stream.isLive }
        stage.transport.letGo("RoomService/SetStatus")
    }

    @Test("a dead token ends no watching: the room is looked at on, and joined anew with the same seat")
    func deadToken() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.joinedRoom()
        stage.transport.hold("RoomService/JoinRoom")
        let count = stage.transport.streams.count
        stream.fail(Stage.refusal(.notFound, "MEMBER_UNKNOWN"))
        let looking = await stage.transport.stream(count)
        #expect(try looking.room.token.isEmpty)
        #expect(room.presence == .joining)
        looking.send(Stage.snapshot(20, [Stage.member("bob", seat: "B")]))
        await until { room.position.seq == 20 }
        stage.transport.letGo("RoomService/JoinRoom")
        let attending = await stage.transport.stream(count + 1)
        #expect(try attending.room.token == "t-d")
        #expect(room.presence == .present && room.me?.seat == "A")
        #expect(stage.transport.calls("RoomService/JoinRoom") == 2)
    }

    @Test("without a stream the device shows its life by calls")
    func polling() async throws {
        let stage = Stage()
        let (room, stream) = try await stage.joinedRoom()
        stream.fail()
        await until { if case .waiting = room.connection { true } else { false } }
        // Streams open and say nothing.
        for _ in 0..<40 where stage.transport.calls("RoomService/KeepAlive") == 0 {
            await until { stage.clock.nextWake != nil }
            stage.clock.advance(.seconds(1))
            for _ in 0..<50 { await Task.yield() }
        }
        #expect(stage.transport.calls("RoomService/KeepAlive") >= 1)
    }

    @Test("a kept pass goes on after a restart of the program; a dead one joins anew as the same device")
    func passes() async throws {
        for isDead in [false, true] {
            let stage = Stage()
            let (room, _) = try await stage.readyRoom()
            if isDead {
                stage.transport.answer("RoomService/KeepAlive") { _ in throw Stage.refusal(.notFound, "MEMBER_UNKNOWN")
                }
            }
            let pass = RoomPass(roomID: "r", memberID: "me", token: "t-d", deviceID: "d", seat: "A")
            try await room.rejoin(pass)
            #expect(room.presence == .present)
            #expect(stage.transport.calls("RoomService/JoinRoom") == (isDead ? 1 : 0))
            await until { (try? stage.transport.streams.last?.room.token) == "t-d" }
        }
    }

    @Test("a room of numbers is told those alone, and shows the own member by its answers")
    func numbers() async throws {
        let stage = Stage()
        let room = stage.client.room("r", detail: .counts)
        let stream = await stage.transport.stream(0)
        #expect(try stream.room.detail == .counts)
        let counts = RoomCounts(seq: 4, whole: MemberCounts(present: 2_000), areas: [])
        stream.send(.counts(counts))
        try await room.ready()
        #expect(room.counts == counts && room.members.isEmpty && room.hall == nil)
        try await room.join(memberID: "me", seat: "A")
        #expect(room.me?.seat == "A")
        await until { room.hall != nil }
    }

    @Test("a refusal fails the room for good, and its sequences; a closed client ends them")
    func failure() async throws {
        let stage = Stage()
        let room = stage.client.room("r")
        await stage.transport.stream(0).fail(Stage.refusal(.notFound, "ROOM_UNKNOWN"))
        #expect(await #expect(throws: UsherError.self) { try await room.ready() }?.reason == "ROOM_UNKNOWN")
        let other = Stage()
        let (open, _) = try await other.joinedRoom()
        other.transport.hold("RoomService/TakeSeat")
        let wish = Task { try await open.takeSeat("C") }
        await until { other.transport.calls("RoomService/TakeSeat") == 1 }
        other.client.close()
        #expect(await #expect(throws: UsherError.self) { try await wish.value }?.reason == "CLOSED")
        var updates = open.updates.makeAsyncIterator()
        #expect(try await updates.next() == nil)
        other.transport.letGo("RoomService/TakeSeat")
    }

    @Test("the focus of a member is told by the gateway's clock, and never more than planned")
    func focus() async throws {
        let stage = Stage()
        let (room, _) = try await stage.readyRoom()
        var member = Stage.member("bob", .focusing)
        #expect(room.focusTime(of: member) == nil)
        member.focusStartedAt = try #require(room.serverTime) - .seconds(90)
        #expect(room.focusTime(of: member) == .seconds(90))
        stage.clock.advance(.seconds(30))
        #expect(room.focusTime(of: member) == .seconds(120) && room.focusLeft(of: member) == nil)
        member.planned = .seconds(100)
        #expect(room.focusTime(of: member) == .seconds(100) && room.focusLeft(of: member) == .zero)
    }
}

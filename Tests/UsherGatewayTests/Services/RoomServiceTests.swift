import Testing
import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

struct RoomServiceTests {
    static let path = "usher.v1.RoomService/"

    static func commands(_ stage: Stage) -> [RoomCommand] { stage.ledger.rooms.seen { $0.commands.map(\.command) } }

    // MARK: Rooms

    @Test("a room is made as the ledger makes it")
    func create() async throws {
        let stage = Stage()
        stage.ledger.rooms.script { state in
            state.creation = { room in
                var room = room
                room.hallRevision = 4
                return .success(room)
            }
        }
        let asked = Room(roomID: "r1", hallID: "h1", name: "Quiet", awayAfter: .seconds(3), leaveAfter: .seconds(9))
        let made: Room = try await stage.unary(Self.path + "CreateRoom", CreateRoomRequest(room: asked))
        #expect(stage.ledger.rooms.seen(\.created) == [asked])
        #expect(made.hallRevision == 4 && made.name == "Quiet" && made.awayAfter == .seconds(3))
    }

    @Test("every fault of a new room is told at once, and the ledger is not asked")
    func createFaults() async throws {
        let stage = Stage()
        let room = Room(
            roomID: "r 1", hallID: "", name: String(repeating: "x", count: 257), awayAfter: .milliseconds(999),
            leaveAfter: .hours(24 * 31))
        let error = try await stage.refusal(Self.path + "CreateRoom", CreateRoomRequest(room: room))
        #expect(error?.code == .invalidArgument)
        #expect(
            error?.faults.map(\.field) == [
                "room.room_id", "room.hall_id", "room.name", "room.away_after", "room.leave_after",
            ])
        let none = try await stage.refusal(Self.path + "CreateRoom", CreateRoomRequest(room: nil))
        #expect(none?.faults.map(\.field) == ["room"])
        #expect(stage.ledger.rooms.seen { $0.created.isEmpty })
    }

    @Test(
        "refusals of a new room have the contract's codes and reasons, and name what they are about",
        arguments: [
            (Refusal.hallUnknown, StatusCode.notFound, "HALL_UNKNOWN", "h1"),
            (.roomExists, .alreadyExists, "ROOM_EXISTS", "r1"),
        ] as [(Refusal, StatusCode, String, String)])
    func createRefusals(refusal: Refusal, code: StatusCode, reason: String, name: String) async throws {
        let stage = Stage()
        stage.ledger.rooms.script { $0.creation = { _ in .failure(refusal) } }
        let error = try await stage.refusal(
            Self.path + "CreateRoom", CreateRoomRequest(room: Room(roomID: "r1", hallID: "h1")))
        #expect(error?.code == code && error?.reason == reason)
        #expect(error?.message.contains("'\(name)'") == true)
    }

    @Test("a room that does not exist is ROOM_UNKNOWN to readers and to who joins")
    func unknownRoom() async throws {
        let stage = Stage()
        let read = try await stage.refusal(Self.path + "GetRoom", GetRoomRequest(roomID: "r9"))
        let joined = try await stage.refusal(
            Self.path + "JoinRoom", JoinRoomRequest(roomID: "r9", memberID: "ann"))
        let channel = ManualChannel(stage.loop)
        for error in [read, joined] {
            #expect(error?.code == .notFound && error?.reason == "ROOM_UNKNOWN")
            #expect(error?.message.contains("'r9'") == true)
        }
        await #expect(throws: RPCError(.roomUnknown, about: RefusalSubject(roomID: "r9"))) {
            try await stage.feed(Self.path + "WatchRoom", WatchRoomRequest(roomID: "r9"), channel)
        }
    }

    // MARK: Members

    @Test("who joins gets a token, the member as all see it, the room, and where the stream goes on")
    func join() async throws {
        let stage = Stage.withRoom()
        let reply: MembershipMessage = try await stage.unary(
            Self.path + "JoinRoom",
            JoinRoomRequest(
                roomID: "r1", memberID: "ann", nickname: "Ann", avatar: "🦉", seat: "A-3", deviceID: "phone"))
        #expect(reply.token == Stage.token.text)
        #expect(reply.member == Stage.member("ann"))
        #expect(reply.room == Stage.room)
        #expect(reply.epoch == "e1" && reply.seq == 11)
        #expect(reply.serverTime == Stage.roomReply().serverTime)
        guard case .join("ann", "Ann", "🦉", "A-3", "phone", let secret)? = Self.commands(stage).first else {
            Issue.record("asked \(Self.commands(stage))")
            return
        }
        // Each device has a secret of its own.
        _ = try await stage.unary(
            Self.path + "JoinRoom", JoinRoomRequest(roomID: "r1", memberID: "ann").encoded())
        guard case .join(_, _, _, "", "", let other)? = Self.commands(stage).last else {
            Issue.record("asked \(Self.commands(stage))")
            return
        }
        #expect(secret != other)
    }

    @Test(
        "the heartbeat asked of a device is 25 s, or half of what the room bears",
        arguments: [(50, 25_000), (600, 25_000), (20, 10_000), (1, 500)] as [(Int64, Int64)])
    func heartbeat(away: Int64, heartbeat: Int64) async throws {
        let stage = Stage.withRoom()
        var room = Stage.room
        room.awayAfter = .seconds(away)
        let reply = Stage.roomReply(room: room)
        stage.ledger.rooms.script { $0.reply = { _, _ in .success(reply) } }
        let membership: MembershipMessage = try await stage.unary(
            Self.path + "JoinRoom", JoinRoomRequest(roomID: "r1", memberID: "ann"))
        #expect(membership.heartbeat == .milliseconds(heartbeat))
    }

    @Test("every fault of who joins is told at once")
    func joinFaults() async throws {
        let stage = Stage.withRoom()
        let error = try await stage.refusal(
            Self.path + "JoinRoom",
            JoinRoomRequest(
                roomID: "", memberID: "ä", nickname: String(repeating: "n", count: 65),
                avatar: String(repeating: "é", count: 129), seat: "A\u{1}", deviceID: String(repeating: "d", count: 65))
        )
        #expect(
            error?.faults.map(\.field) == ["room_id", "member_id", "nickname", "avatar", "seat", "device_id"])
        #expect(Self.commands(stage).isEmpty)
    }

    @Test("what fits exactly is taken: 64 characters of a name whatever they are, 256 bytes of an avatar")
    func joinBounds() async throws {
        let stage = Stage.withRoom()
        let error = try await stage.refusal(
            Self.path + "JoinRoom",
            JoinRoomRequest(
                roomID: "r1", memberID: String(repeating: "m", count: 64), nickname: String(repeating: "🪑", count: 64),
                avatar: String(repeating: "é", count: 128)))
        #expect(error == nil)
    }

    @Test(
        "refusals of who joins have the contract's codes and reasons",
        arguments: [
            (Refusal.seatOccupied("A-3"), StatusCode.aborted, "SEAT_OCCUPIED"),
            (.seatUnknown(["A-99"]), .invalidArgument, "SEAT_UNKNOWN"),
            (.tooMany("this room has 10,000 members already"), .resourceExhausted, "TOO_MANY"),
        ] as [(Refusal, StatusCode, String)])
    func joinRefusals(refusal: Refusal, code: StatusCode, reason: String) async throws {
        let stage = Stage.withRoom()
        stage.ledger.rooms.script { $0.reply = { _, _ in .failure(refusal) } }
        let error = try await stage.refusal(
            Self.path + "JoinRoom", JoinRoomRequest(roomID: "r1", memberID: "ann", seat: "A-3"))
        #expect(error?.code == code && error?.reason == reason)
        if reason == "SEAT_UNKNOWN" { #expect(error?.message.contains("the room's hall") == true) }
    }

    @Test("a token's commands reach its room and its device")
    func commands() async throws {
        let stage = Stage.withRoom()
        let (token, device) = (Stage.token.text, Stage.device)
        let seated: RoomMember = try await stage.unary(
            Self.path + "TakeSeat", TakeSeatRequest(token: token, seat: "A-5"))
        #expect(seated == Stage.member("ann"))
        _ = try await stage.unary(Self.path + "LeaveSeat", LeaveSeatRequest(token: token).encoded())
        _ = try await stage.unary(
            Self.path + "SetStatus", SetStatusRequest(token: token, status: .away).encoded())
        let alive: KeepAliveResponse = try await stage.unary(Self.path + "KeepAlive", KeepAliveRequest(token: token))
        #expect(alive.serverTime == Stage.roomReply().serverTime)
        _ = try await stage.unary(Self.path + "LeaveRoom", LeaveRoomRequest(token: token).encoded())
        #expect(
            Self.commands(stage) == [
                .takeSeat(device, seat: "A-5"), .leaveSeat(device, seat: ""), .setStatus(device, .away),
                .keepAlive(device), .leave(device),
            ])
        #expect(stage.ledger.rooms.seen { $0.commands.allSatisfy { $0.room == Stage.roomRef } })
    }

    @Test("a seat or status that is missing or none is told before the token is looked at")
    func commandFaults() async throws {
        let stage = Stage.withRoom()
        let seat = try await stage.refusal(Self.path + "TakeSeat", TakeSeatRequest(token: "x", seat: ""))
        #expect(seat?.faults.map(\.field) == ["seat"])
        let stood = try await stage.refusal(
            Self.path + "LeaveSeat", LeaveSeatRequest(token: "x", seat: String(repeating: "s", count: 65)))
        #expect(stood?.faults.map(\.field) == ["seat"])
        let status = try await stage.refusal(Self.path + "SetStatus", SetStatusRequest(token: "x", status: nil))
        #expect(status?.faults.map(\.field) == ["status"])
    }

    @Test("a token that is none, dead, or of a room that does not exist is MEMBER_UNKNOWN")
    func deadTokens() async throws {
        let stage = Stage.withRoom()
        stage.ledger.rooms.script { state in
            state.reply = { _, room in room == Stage.roomRef ? .failure(.memberUnknown) : .failure(.roomUnknown) }
        }
        let foreign = RoomToken(roomID: "r9", device: Stage.device).text
        for token in ["", "nonsense", Stage.token.text, foreign] {
            for error in [
                try await stage.refusal(Self.path + "KeepAlive", KeepAliveRequest(token: token)),
                try await stage.refusal(Self.path + "TakeSeat", TakeSeatRequest(token: token, seat: "A-1")),
                try await stage.refusal(Self.path + "LeaveSeat", LeaveSeatRequest(token: token)),
                try await stage.refusal(Self.path + "SetStatus", SetStatusRequest(token: token, status: .idle)),
            ] {
                #expect(error?.code == .notFound && error?.reason == "MEMBER_UNKNOWN", "\(token)")
                // Secrets stay out of sentences.
                #expect(error?.message.contains("0001") == false)
            }
        }
        for token in [Stage.token.text, foreign] {
            #expect(try await stage.refusal(Self.path + "LeaveRoom", LeaveRoomRequest(token: token)) == nil)
        }
        let malformed = try await stage.refusal(Self.path + "LeaveRoom", LeaveRoomRequest(token: "nonsense"))
        #expect(malformed?.reason == "MEMBER_UNKNOWN")
    }

    @Test("a store that is away is STORE_AWAY: nothing was done")
    func storeAway() async throws {
        let stage = Stage.withRoom()
        stage.ledger.script { $0.failure = LedgerError(.storeAway, "away") }
        let error = try await stage.refusal(Self.path + "KeepAlive", KeepAliveRequest(token: Stage.token.text))
        #expect(error?.code == .unavailable && error?.reason == "STORE_AWAY")
    }
}

extension RPCError {
    /// The reason word of the details.
    fileprivate var reason: String? {
        for case .errorInfo(let reason, _, _) in status?.details ?? [] { return reason }
        return nil
    }
}

import UsherRPC
import UsherWire

@testable import Usher
@testable import UsherCore

/// A client whose gateway is played by hand, with one room `r` in a hall of four seats, `A` to `D`.
struct RoomStage {
    let transport = HandTransport()
    let clock = ManualClock()
    let client: UsherClient

    init() {
        client = UsherClient(transport: transport, runtime: clock.runtime, gateway: "stage")
        transport.answer("HallService/GetHall") { _ in HallReply(Self.hall).encoded() }
        transport.answer("RoomService/JoinRoom") { message in
            let request = try JoinRoomRequest(decoding: message)
            return MembershipMessage(
                token: "t-" + request.deviceID, member: Self.member(request.memberID, seat: request.seat, joined: 9),
                heartbeat: .seconds(25), serverTime: Self.time, epoch: "e", seq: 11,
                room: Room(roomID: "r", hallID: "h", hallRevision: 1)
            ).encoded()
        }
        transport.answer("RoomService/TakeSeat") { message in
            Self.member("me", seat: try TakeSeatRequest(decoding: message).seat, joined: 9).encoded()
        }
        transport.answer("RoomService/SetStatus") { message in
            Self.member("me", try SetStatusRequest(decoding: message).status ?? .idle, joined: 9).encoded()
        }
        transport.answer("RoomService/KeepAlive") { _ in KeepAliveResponse(serverTime: Self.time).encoded() }
        transport.answer("RoomService/LeaveRoom") { _ in LeaveRoomResponse().encoded() }
    }

    static let time = Timestamp(nanoseconds: 50_000_000_000)

    static let hall = Hall(
        hallID: "h", revision: 1, rowCount: 1, columnCount: 4,
        seats: ["A", "B", "C", "D"].enumerated().map { Seat(code: $1, row: 0, column: $0) },
        areas: [Area(areaID: "window", firstRow: 0, rowCount: 1, firstColumn: 0, columnCount: 2)])

    static func member(_ id: String, seat: String = "", _ status: MemberStatus = .idle, joined: Int64 = 1) -> RoomMember
    {
        RoomMember(memberID: id, seat: seat, status: status, joinedAt: Timestamp(nanoseconds: joined * 1_000_000_000))
    }

    static func snapshot(_ seq: UInt64, _ members: [RoomMember], epoch: String = "e") -> RoomEvent {
        .snapshot(
            RoomSnapshot(
                epoch: epoch, seq: seq, members: members, hallID: "h", hallRevision: 1, serverTime: time))
    }

    static func change(_ seq: UInt64, _ kind: RoomChange.Kind) -> RoomEvent {
        .change(RoomChange(seq: seq, kind: kind))
    }

    static func update(_ seq: UInt64, _ id: String, seat: String? = nil, _ status: MemberStatus? = nil) -> RoomEvent {
        change(seq, .updated(MemberUpdate(memberID: id, seat: seat, status: status)))
    }

    static func refusal(_ code: StatusCode, _ reason: String) -> RPCError {
        let details = StatusMessage(
            code: Int32(code.rawValue), message: reason,
            details: [.errorInfo(reason: reason, domain: StatusMessage.domain, metadata: [])])
        return RPCError(code, reason, details: details.encoded())
    }

    /// A room whose stream has told Bob on B at seq 10, and that is ready.
    func readyRoom() async throws -> (LiveRoom, HandStream) {
        let count = transport.streams.count
        let room = client.room("r")
        let stream = await transport.stream(count)
        stream.send(Self.snapshot(10, [Self.member("bob", seat: "B")]))
        try await room.ready()
        return (room, stream)
    }

    /// The same with this device in it as `me`, on A at seq 11, and attending.
    func joinedRoom() async throws -> (LiveRoom, HandStream) {
        let (room, first) = try await readyRoom()
        let count = transport.streams.count
        try await room.join(memberID: "me", seat: "A", deviceID: "d")
        first.send(Self.change(11, .joined(Self.member("me", seat: "A", joined: 9))))
        // The one with the token, which may take a moment: what is told to the old one then is heard by nobody.
        let stream = await transport.stream(count)
        stream.send(.heartbeat(seq: 10, serverTime: Self.time))
        stream.send(Self.change(11, .joined(Self.member("me", seat: "A", joined: 9))))
        await until { room.position.seq == 11 }
        return (room, stream)
    }
}

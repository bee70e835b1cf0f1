import UsherCore
import UsherLedger
import UsherRPC
import UsherWire

@testable import UsherGateway

/// The stage has one room as well: `r1` in the hall of the show, whose seats `A-0` … `A-31` are the area `window`.
extension Stage {
    static let room = Room(roomID: "r1", hallID: "h1", hallRevision: 1)
    static let roomRef = RoomRef(tenant: "default", roomID: "r1")
    static let device = DeviceKey(number: 3, secret: TokenSecret(high: 1, low: 2))
    static let token = RoomToken(roomID: "r1", device: device)

    static let roomHall: HallRevision = {
        var hall = Stage.hall.hall
        hall.areas = [Area(areaID: "window", firstRow: 0, rowCount: 1, firstColumn: 0, columnCount: 32)]
        return HallRevision(hall)
    }()

    static func member(_ id: String, seat: String = "", _ status: MemberStatus = .idle) -> RoomMember {
        RoomMember(
            memberID: id, seat: seat, status: status, nickname: "nick-" + id,
            joinedAt: Timestamp(nanoseconds: 1_700_000_000_000_000_000))
    }

    static func roomStart(seq: UInt64, epoch: String = "e1", members: [RoomMember]) -> RoomStart {
        RoomStart(
            room: room, hall: roomHall,
            history: RoomHistory(epoch: epoch, hall: roomHall, room: room, seq: seq, members: members))
    }

    /// What the ledger says when all is well.
    static func roomReply(_ member: RoomMember = member("ann"), room: Room = room, seq: UInt64 = 11) -> RoomReply {
        RoomReply(
            member: member, device: device, room: room, position: Position(epoch: "e1", seq: seq),
            serverTime: Timestamp(nanoseconds: 1_700_000_000_000_000_000))
    }

    /// A stage whose room has these members at seq 10, and whose ledger accepts everything of `token`'s device.
    static func withRoom(_ members: [RoomMember] = [member("ann")], seq: UInt64 = 10) -> Stage {
        let stage = Stage()
        let start = roomStart(seq: seq, members: members)
        let reply = roomReply()
        stage.ledger.rooms.script { state in
            state.starts[roomRef] = start
            state.reply = { _, room in room == roomRef ? .success(reply) : .failure(.roomUnknown) }
        }
        return stage
    }

    /// A watcher of `r1`.
    func watchRoom(
        epoch: String = "e1", after seq: UInt64 = 10, token: String = "", heartbeat: TimeSpan? = nil,
        detail: RoomDetail = .members, on other: ManualLoop? = nil
    ) async throws -> ManualChannel {
        let channel = ManualChannel(other ?? loop)
        let request = WatchRoomRequest(
            roomID: "r1", token: token, epoch: epoch, afterSeq: seq, heartbeat: heartbeat, detail: detail)
        try await feed("usher.v1.RoomService/WatchRoom", request, channel)
        return channel
    }

    /// One commit with these changes, the first of them at `seq`.
    @discardableResult
    func commitRoom(_ seq: UInt64, _ kinds: RoomChange.Kind...) -> [RoomChange] {
        commitRoom(seq, kinds)
    }

    @discardableResult
    func commitRoom(_ seq: UInt64, _ kinds: [RoomChange.Kind]) -> [RoomChange] {
        let changes = kinds.enumerated().map { RoomChange(seq: seq + UInt64($0.offset), kind: $0.element) }
        fanout.committed(Self.roomRef, changes)
        return changes
    }
}

extension RoomChange.Kind {
    /// Somebody does something else now.
    static func status(_ status: MemberStatus, of member: String = "ann") -> RoomChange.Kind {
        .updated(MemberUpdate(memberID: member, status: status))
    }
}

internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.RoomService`: who is where. Watching is in `RoomService+Watch.swift`.
struct RoomService: Service {
    let name = "usher.v1.RoomService"
    let ledger: any RoomLedger
    let feed: TopicFeed<RoomTopic>
    let secrets: SecretSource
    let streams = StreamCounts()

    var methods: [Method] {
        [
            Method("CreateRoom", .unary { [self] _, bytes throws(RPCError) in try await create(bytes) }),
            Method("GetRoom", .unary { [self] call, bytes throws(RPCError) in try await get(call, bytes) }),
            Method("JoinRoom", .unary { [self] _, bytes throws(RPCError) in try await join(bytes) }),
            Method("TakeSeat", .unary { [self] _, bytes throws(RPCError) in try await takeSeat(bytes) }),
            Method("LeaveSeat", .unary { [self] _, bytes throws(RPCError) in try await leaveSeat(bytes) }),
            Method("SetStatus", .unary { [self] _, bytes throws(RPCError) in try await setStatus(bytes) }),
            Method("KeepAlive", .unary { [self] _, bytes throws(RPCError) in try await keepAlive(bytes) }),
            Method("LeaveRoom", .unary { [self] _, bytes throws(RPCError) in try await leave(bytes) }),
            Method(
                "WatchRoom",
                .feed { [self] _, bytes, channel throws(RPCError) in try await watch(bytes, channel) }),
        ]
    }

    // MARK: Rooms

    private func create(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(CreateRoomRequest.self, bytes) { request, check in
            if let room = request.room { check.add(room.faults) } else { check.add("room", "is missing") }
        }
        guard let room = request.room else { throw RPCError(.fields([FieldFault("room", "is missing")])) }
        let subject = RefusalSubject(hallID: room.hallID, hallRevision: room.hallRevision, roomID: room.roomID)
        let made = try await LedgerCall.run(about: subject) { () throws(LedgerError) in
            try await ledger.createRoom(room, tenant: Tenancy.tenant)
        }
        return made.encoded()
    }

    private func get(_ call: ServerCall, _ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(GetRoomRequest.self, bytes) { request, check in
            check.id(request.roomID, "room_id")
        }
        let position = Position(epoch: request.epoch, seq: request.afterSeq)
        return try await feed.read(Tenancy.room(request.roomID), from: position, on: call.loop)
    }

    // MARK: Members

    private func join(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let secret = secrets.next()
        let command: @Sendable (JoinRoomRequest) -> RoomCommand = { request in
            .join(
                memberID: request.memberID, nickname: request.nickname, avatar: request.avatar, seat: request.seat,
                deviceID: request.deviceID, secret: secret)
        }
        let request = try await RequestReader.read(JoinRoomRequest.self, bytes) { request, check in
            check.id(request.roomID, "room_id")
            check.add(command(request).faults)
        }
        let reply = try await LedgerCall.run(about: RefusalSubject(roomID: request.roomID, seatOwner: .room)) {
            () throws(LedgerError) in
            try await ledger.execute(command(request), in: Tenancy.room(request.roomID))
        }
        return MembershipMessage(
            token: RoomToken(roomID: request.roomID, device: reply.device).text, member: reply.member,
            heartbeat: min(
                .seconds(Limits.deviceHeartbeatSeconds), TimeSpan(nanoseconds: reply.room.awayAfter.nanoseconds / 2)),
            serverTime: reply.serverTime, epoch: reply.position.epoch, seq: reply.position.seq, room: reply.room
        ).encoded()
    }

    private func takeSeat(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(TakeSeatRequest.self, bytes) { request, check in
            check.add(RoomCommand.takeSeat(Self.nobody, seat: request.seat).faults)
        }
        return try await execute(request.token) { .takeSeat($0, seat: request.seat) }.member.encoded()
    }

    private func leaveSeat(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(LeaveSeatRequest.self, bytes) { request, check in
            check.add(RoomCommand.leaveSeat(Self.nobody, seat: request.seat).faults)
        }
        return try await execute(request.token) { .leaveSeat($0, seat: request.seat) }.member.encoded()
    }

    private func setStatus(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(SetStatusRequest.self, bytes) { request, check in
            if request.status == nil { check.add("status", "is missing: IDLE, FOCUSING, RESTING or AWAY") }
        }
        let status = request.status ?? .idle
        return try await execute(request.token) { .setStatus($0, status) }.member.encoded()
    }

    private func keepAlive(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(KeepAliveRequest.self, bytes) { _, _ in }
        let token = try token(request.token)
        let serverTime = try await Self.answer(of: token) { () throws(LedgerError) in
            try await ledger.hear(token.device, in: Tenancy.room(token.roomID))
        }
        return KeepAliveResponse(serverTime: serverTime).encoded()
    }

    /// Who has left already, or was taken for lost, has what it wants.
    private func leave(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(LeaveRoomRequest.self, bytes) { _, _ in }
        let token = try token(request.token)
        let verdict = try await LedgerCall.attempt { () throws(LedgerError) in
            try await ledger.execute(.leave(token.device), in: Tenancy.room(token.roomID))
        }
        switch verdict {
        case .success, .failure(.memberUnknown), .failure(.roomUnknown): break
        case .failure(let refusal): throw RPCError(refusal, about: RefusalSubject(roomID: token.roomID))
        }
        return LeaveRoomResponse().encoded()
    }

    // MARK: Parts

    /// In place of a token's device where only the other fields are looked at: all faults are told before it is read.
    private static let nobody = DeviceKey(number: 0, secret: TokenSecret(high: 0, low: 0))

    /// Whatever is no token of ours is of no device in any room.
    func token(_ text: String) throws(RPCError) -> RoomToken {
        guard let token = RoomToken(text) else { throw RPCError(.memberUnknown) }
        return token
    }

    /// Runs a command of the device that the token names.
    private func execute(
        _ text: String, _ command: (DeviceKey) -> RoomCommand
    ) async throws(RPCError) -> RoomReply {
        let token = try token(text)
        let command = command(token.device)
        return try await Self.answer(of: token) { () throws(LedgerError) in
            try await ledger.execute(command, in: Tenancy.room(token.roomID))
        }
    }

    /// A token of a room that does not exist is a foreign one.
    static func answer<Reply: Sendable>(
        of token: RoomToken, _ body: () async throws(LedgerError) -> Verdict<Reply>
    ) async throws(RPCError) -> Reply {
        try await LedgerCall.run(about: RefusalSubject(roomID: token.roomID, seatOwner: .room)) {
            () throws(LedgerError) in
            let verdict = try await body()
            if case .failure(.roomUnknown) = verdict { return .failure(.memberUnknown) }
            return verdict
        }
    }
}

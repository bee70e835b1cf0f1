internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// Following a room, and being there by it.
extension RoomService {
    func watch(_ bytes: [UInt8], _ channel: any FeedChannel) async throws(RPCError) {
        let request = try await RequestReader.read(WatchRoomRequest.self, bytes) { request, check in
            check.id(request.roomID, "room_id")
        }
        let room = Tenancy.room(request.roomID)
        let start = WatchStart(
            position: Position(epoch: request.epoch, seq: request.afterSeq),
            heartbeat: HeartbeatSpan.resolved(request.heartbeat).nanoseconds,
            detail: request.detail == .counts ? .digests : .events)
        guard !request.token.isEmpty else { return try await feed.watch(room, from: start, to: channel) }
        let token = try token(request.token)
        guard token.roomID == request.roomID else {
            throw RPCError(.memberUnknown, about: RefusalSubject(roomID: request.roomID))
        }
        try await watch(room, from: start, as: token, to: channel)
    }

    /// The device returns first, so that what it is told first shows it there; the stream's end takes its pulse back,
    /// whatever happened in between.
    private func watch(
        _ room: RoomRef, from start: WatchStart, as token: RoomToken, to channel: any FeedChannel
    ) async throws(RPCError) {
        try feed.checkServing()
        let device = StreamCounts.Device(room: room, key: token.device)
        guard streams.add(device) else {
            throw RPCError.overloaded(
                "This token has \(Limits.maxStreamsPerDevice) open streams already; one is enough, end the others.")
        }
        let pulse = StreamPulse(channel.pulse)
        let leave: @Sendable () -> Void = { [ledger, streams] in
            ledger.unattend(token.device, in: room, pulse: pulse)
            streams.remove(device)
        }
        let reply: RoomReply
        do {
            reply = try await Self.answer(of: token) { () throws(LedgerError) in
                try await ledger.attend(token.device, in: room, pulse: pulse)
            }
        } catch {
            // Also where the ledger failed and the outcome is unknown.
            leave()
            throw error
        }
        let third = reply.room.awayAfter.nanoseconds / 3
        channel.listen(every: min(Limits.pulseSeconds * 1_000_000_000, third))
        do {
            try await feed.watch(room, from: start, to: channel, onEnd: leave)
        } catch {
            leave()
            throw error
        }
    }
}

internal import UsherCore
internal import UsherRPC
internal import UsherWire

/// `usher.v1.SeatService`: reading and following seat maps, all from the fan-out's hubs.
struct SeatService: Service {
    let name = "usher.v1.SeatService"
    let feed: SeatFeed

    var methods: [Method] {
        [
            Method(
                "GetSeats",
                prompt: { [self] call, bytes throws(RPCError) in try getAtOnce(call, bytes) },
                handler: { [self] call, bytes throws(RPCError) in try await get(call, bytes) }),
            Method(
                "WatchSeats",
                .feed { [self] _, bytes, channel throws(RPCError) in try await watch(bytes, channel) }),
            Method(
                "SuggestSeats",
                .unary { _, _ throws(RPCError) in
                    throw RPCError(.unimplemented, "This gateway does not suggest seats yet; choose them from the map.")
                }),
        ]
    }

    /// The answer if somebody follows the show already; nil if it is to be followed first.
    private func getAtOnce(_ call: ServerCall, _ bytes: [UInt8]) throws(RPCError) -> [UInt8]? {
        let request = try RequestReader.readAtOnce(GetSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
        }
        guard let request else { return nil }
        let position = Position(epoch: request.epoch, seq: request.afterSeq)
        return feed.readAtOnce(Tenancy.show(request.showID), from: position, on: call.loop)
    }

    private func get(_ call: ServerCall, _ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(GetSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
        }
        let position = Position(epoch: request.epoch, seq: request.afterSeq)
        return try await feed.read(Tenancy.show(request.showID), from: position, on: call.loop)
    }

    private func watch(_ bytes: [UInt8], _ channel: any FeedChannel) async throws(RPCError) {
        let request = try await RequestReader.read(WatchSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
        }
        let start = WatchStart(
            position: Position(epoch: request.epoch, seq: request.afterSeq), sideVersion: request.showVersion,
            heartbeat: HeartbeatSpan.resolved(request.heartbeat).nanoseconds)
        try await feed.watch(Tenancy.show(request.showID), from: start, to: channel)
    }
}

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
            Method("SuggestSeats", .unary { [self] call, bytes throws(RPCError) in try await suggest(call, bytes) }),
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

    /// From the committed map, as the hub has it: the ledger's thread hears nothing of it.
    private func suggest(_ call: ServerCall, _ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(SuggestSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.add(request.query.faults)
        }
        let seating = try await feed.seating(Tenancy.show(request.showID), on: call.loop)
        let isHeavy =
            seating.states.count > Limits.maxSeatsSearchedOnLoop || request.query.count > Limits.maxPartyOnLoop
        do {
            let proposals = try await OffLoop.run(if: isHeavy) { () throws(Refusal) in
                try seating.proposals(request.query)
            }
            return SuggestSeatsResponse(suggestions: proposals).encoded()
        } catch {
            throw RPCError(error, about: RefusalSubject(showID: request.showID))
        }
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

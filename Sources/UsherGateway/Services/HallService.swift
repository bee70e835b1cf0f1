internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.HallService`: putting, checking and reading halls.
struct HallService: Service {
    let name = "usher.v1.HallService"
    let ledger: any Ledger
    private let shared = SharedHalls()

    init(ledger: any Ledger) {
        self.ledger = ledger
    }

    var methods: [Method] {
        [
            Method(
                "PutHall", maxRequestBytes: Limits.maxHallRequestBytes, replyCompression: .large,
                .unary { [self] _, bytes throws(RPCError) in
                    try await put(bytes)
                }),
            Method(
                "CheckHall", maxRequestBytes: Limits.maxHallRequestBytes,
                .unary { [self] _, bytes throws(RPCError) in
                    try await check(bytes)
                }),
            Method(
                "GetHall", replyCompression: .large,
                .unary { [self] _, bytes throws(RPCError) in try await get(bytes) }),
            Method(
                "ListHalls", replyCompression: .large,
                .unary { [self] _, bytes throws(RPCError) in try await list(bytes) }),
        ]
    }

    /// The reply holds the hall's rows and seats while it stays below 3 MiB, so that clients with a receive limit of
    /// 4 MiB (grpcio's default) take it; a larger hall comes without them, with its `seat_count`.
    private func put(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let hall = try await OffLoop.run(if: bytes.count > Limits.maxBytesOnLoop) { () throws(RPCError) in
            var (request, check) = try RequestReader.decode(PutHallRequest.self, bytes)
            guard let hall = request.hall else {
                check.add("hall", "is missing")
                throw RPCError(.fields(check.faults))
            }
            check.add(hall.faults())
            try check.finish()
            return hall
        }
        let revision = try await LedgerCall.attempt { () throws(LedgerError) in
            try await ledger.putHall(hall, tenant: Tenancy.tenant)
        }
        return await Self.encode(revision) { hall in
            let whole = HallReply(hall).encoded()
            return whole.count <= Limits.maxHallReplyBytes ? whole : HallReply(summary: hall).encoded()
        }
    }

    /// Faults are the answer here, not a refusal.
    private func check(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (hall, faults) = try await OffLoop.run(if: bytes.count > Limits.maxBytesOnLoop) { () throws(RPCError) in
            var (request, check) = try RequestReader.decode(CheckHallRequest.self, bytes)
            if let hall = request.hall {
                check.add(hall.faults())
            } else {
                check.add("hall", "is missing")
            }
            return (request.hall, check.faults)
        }
        var reply = CheckHallResponse(faults: faults)
        if let hall, TextRules.isID(hall.hallID) {
            reply.losses = try await LedgerCall.attempt { () throws(LedgerError) in
                try await ledger.losses(of: hall, tenant: Tenancy.tenant)
            }
        }
        return reply.encoded()
    }

    private func get(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(GetHallRequest.self, bytes) { request, check in
            check.id(request.hallID, "hall_id")
        }
        let subject = RefusalSubject(hallID: request.hallID, hallRevision: request.revision)
        let revision = try await LedgerCall.run(about: subject) { () throws(LedgerError) in
            try await ledger.hall(request.hallID, revision: request.revision, tenant: Tenancy.tenant)
        }
        let isWhole = request.firstRow == 0 && request.rowCount == 0
        guard isWhole, revision.hall.seats.count > Limits.maxSeatsOnLoop else {
            return await Self.encode(revision) { hall in
                HallReply(hall, firstRow: request.firstRow, rowCount: request.rowCount).encoded()
            }
        }
        if let known = shared.known(revision) { return known }
        return await OffLoop.run(if: true) { [shared] in shared.whole(revision) }
    }

    private func list(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (request, check) = try await RequestReader.gather(ListHallsRequest.self, bytes) { request, check in
            check.page(size: request.pageSize, token: request.pageToken)
        }
        let page = try await Listing.page(size: request.pageSize, token: request.pageToken, check) {
            (size) throws(LedgerError) in
            try await ledger.halls(tenant: Tenancy.tenant, pageSize: size, pageToken: request.pageToken)
        }
        let halls = page.items.map { item in
            var reply = HallReply(summary: item.hall)
            reply.seatCount = item.seatCount
            return reply
        }
        return ListHallsResponse(halls: halls, nextPageToken: page.nextToken).encoded()
    }

    /// Large halls are encoded off the loop.
    private static func encode(
        _ revision: HallRevision, _ body: @escaping @Sendable (Hall) -> [UInt8]
    ) async -> [UInt8] {
        await OffLoop.run(if: revision.hall.seats.count > Limits.maxSeatsOnLoop) { body(revision.hall) }
    }
}

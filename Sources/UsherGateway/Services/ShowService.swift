internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.ShowService`: making, reading and changing shows, and taking seats out of sale.
struct ShowService: Service {
    let name = "usher.v1.ShowService"
    let desk: CommandDesk
    let zones: ZoneFiles
    private var ledger: any Ledger { desk.ledger }

    init(desk: CommandDesk, zones: ZoneFiles = ZoneFiles()) {
        self.desk = desk
        self.zones = zones
    }

    var methods: [Method] {
        [
            Method("CreateShow", .unary { [self] _, bytes throws(RPCError) in try await create(bytes) }),
            desk.method("GetShow") { [self] bytes throws(RPCError) in try get(bytes) },
            Method("ListShows", .unary { [self] _, bytes throws(RPCError) in try await list(bytes) }),
            Method("UpdateShow", .unary { [self] _, bytes throws(RPCError) in try await update(bytes) }),
            desk.method("BlockSeats") { [self] bytes throws(RPCError) in try block(bytes) },
            desk.method("UnblockSeats") { [self] bytes throws(RPCError) in try unblock(bytes) },
        ]
    }

    // MARK: Shows

    private func create(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        var (request, check) = try RequestReader.decode(CreateShowRequest.self, bytes)
        check.requestID(request.requestID)
        guard let input = request.show else {
            check.add("show", "is missing")
            throw RPCError(.fields(check.faults))
        }
        var show = input.show
        show.version = 0
        show.epoch = ""
        check.times(of: input)
        await check.zone(of: show, zones)
        if !check.faults.isEmpty {
            // What the ledger would say is told with it. Where there is nothing yet, all the rest is the ledger's to
            // judge: only there is known whether this is a repeat, of a show that the rules and the hall's zones of
            // today need not fit.
            let hasTimes = input.hasStartsAt && input.hasEndsAt
            let counts: (FieldFault) -> Bool = { fault in
                fault.field != "show.time_zone" && (hasTimes || fault.field != "show.ends_at")
            }
            let hall = try await LedgerCall.attempt { () throws(LedgerError) in
                try await ledger.hall(show.hallID, revision: show.hallRevision, tenant: Tenancy.tenant)
            }
            check.add(show.faults(hall: try? hall.get()).filter(counts))
            throw RPCError(.fields(check.faults))
        }
        let subject = RefusalSubject(showID: show.showID, hallID: show.hallID, hallRevision: show.hallRevision)
        let stamp =
            request.requestID.isEmpty
            ? nil : RequestStamp(scope: .createShow, id: request.requestID, digest: show.contentDigest)
        let reply = try await LedgerCall.run(about: subject) { () throws(LedgerError) in
            try await ledger.createShow(show, tenant: Tenancy.tenant, request: stamp)
        }
        return try reply.show().encoded()
    }

    private func get(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(GetShowRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
        }
        return .command(.getShow, on: request.showID, nil, Self.showForm)
    }

    private func list(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (request, check) = try await RequestReader.gather(ListShowsRequest.self, bytes) { request, check in
            if !request.hallID.isEmpty { check.id(request.hallID, "hall_id") }
            check.page(size: request.pageSize, token: request.pageToken)
        }
        let page = try await Listing.page(size: request.pageSize, token: request.pageToken, check) {
            (size) throws(LedgerError) in
            try await ledger.shows(
                tenant: Tenancy.tenant, hallID: request.hallID, pageSize: size, pageToken: request.pageToken)
        }
        return ListShowsResponse(shows: page.items, nextPageToken: page.nextToken).encoded()
    }

    /// An empty mask is refused: what "everything" would mean changes with every new field.
    private func update(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        var (request, check) = try await RequestReader.gather(UpdateShowRequest.self, bytes) { request, check in
            if let show = request.show {
                check.id(show.show.showID, "show.show_id")
            } else {
                check.add("show", "is missing")
            }
            check.mask(request.updateMask, of: request.show)
        }
        let fields = request.updateMask.compactMap(ShowField.init)
        if let show = request.show?.show, fields.contains(.timeZone) { await check.zone(of: show, zones) }
        try check.finish()
        guard let show = request.show?.show else { throw RPCError(.fields([FieldFault("show", "is missing")])) }
        return try await LedgerCall.run(about: RefusalSubject(showID: show.showID)) { () throws(LedgerError) in
            try await ledger.execute(
                .updateShow(show, fields: fields, expectedVersion: request.expectedVersion),
                on: Tenancy.show(show.showID), request: nil)
        }.show().encoded()
    }

    private static let showForm = CommandForm { reply throws(RPCError) in try reply.show().encoded() }

    // MARK: Seats out of sale

    private func block(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(BlockSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.seats(request.seats, "seats")
            check.text(request.reason, "reason")
        }
        let form = CommandForm { reply throws(RPCError) in BlockSeatsResponse(seq: try reply.seq()).encoded() }
        return .command(.blockSeats(request.seats, reason: request.reason), on: request.showID, nil, form)
    }

    private func unblock(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(UnblockSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.seats(request.seats, "seats")
            check.text(request.reason, "reason")
        }
        let form = CommandForm { reply throws(RPCError) in UnblockSeatsResponse(seq: try reply.seq()).encoded() }
        return .command(.unblockSeats(request.seats, reason: request.reason), on: request.showID, nil, form)
    }
}

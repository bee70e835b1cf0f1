internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.ShowService`: making, reading and changing shows, and taking seats out of sale.
struct ShowService: Service {
    let name = "usher.v1.ShowService"
    let desk: CommandDesk
    private var ledger: any Ledger { desk.ledger }

    init(desk: CommandDesk) {
        self.desk = desk
    }

    var methods: [Method] {
        [
            Method("CreateShow", .unary { [self] _, bytes throws(RPCError) in try await create(bytes) }),
            desk.method("GetShow") { [self] bytes throws(RPCError) in try get(bytes) },
            Method("ListShows", .unary { [self] _, bytes throws(RPCError) in try await list(bytes) }),
            desk.method("UpdateShow") { [self] bytes throws(RPCError) in try update(bytes) },
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
        let hasTimes = input.hasStartsAt && input.hasEndsAt
        let counts: (FieldFault) -> Bool = { hasTimes || $0.field != "show.ends_at" }
        if !(check.faults.isEmpty && show.faults(hall: nil).filter(counts).isEmpty) {
            // The hall is read, so that wrong zones are told together with all other faults. Where there are none, the
            // zones are the ledger's to judge: only there is known whether this is a repeat, of which the hall may
            // have other zones by now.
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
    private func update(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(UpdateShowRequest.self, bytes) { request, check in
            if let show = request.show {
                check.id(show.show.showID, "show.show_id")
            } else {
                check.add("show", "is missing")
            }
            check.mask(request.updateMask, of: request.show)
        }
        guard let show = request.show?.show else { throw RPCError(.fields([FieldFault("show", "is missing")])) }
        let command = ShowCommand.updateShow(
            show, fields: request.updateMask.compactMap(ShowField.init), expectedVersion: request.expectedVersion)
        return .command(command, on: show.showID, nil, Self.showForm)
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

internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.FocusService`: focus sessions, also those that were made offline, and what they come to by day.
struct FocusService: Service {
    let name = "usher.v1.FocusService"
    let ledger: any FocusLedger
    let zones: ZoneFiles

    init(ledger: any FocusLedger, zones: ZoneFiles = ZoneFiles()) {
        self.ledger = ledger
        self.zones = zones
    }

    var methods: [Method] {
        [
            Method("StartFocus", .unary { [self] _, bytes throws(RPCError) in try await start(bytes) }),
            step("PauseFocus", .pause, PauseFocusRequest.self),
            step("ResumeFocus", .resume, ResumeFocusRequest.self),
            step("CompleteFocus", .complete, CompleteFocusRequest.self),
            step("AbandonFocus", .abandon, AbandonFocusRequest.self),
            Method("GetFocus", .unary { [self] _, bytes throws(RPCError) in try await get(bytes) }),
            Method("ListFocus", .unary { [self] _, bytes throws(RPCError) in try await list(bytes) }),
            Method("SyncFocus", .unary { [self] _, bytes throws(RPCError) in try await sync(bytes) }),
            Method("GetFocusStats", .unary { [self] _, bytes throws(RPCError) in try await statistics(bytes) }),
        ]
    }

    // MARK: One session

    private func start(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let now = ledger.now
        let request = try await RequestReader.read(StartFocusRequest.self, bytes) { request, check in
            check.id(request.sessionID, "session_id")
            check.id(request.memberID, "member_id")
            if !request.roomID.isEmpty { check.id(request.roomID, "room_id") }
            if let planned = request.planned { check.add(FocusEvent.plannedFault(planned)) }
            check.time(request.startedAt, of: .start, "started_at", now: now)
        }
        return try await execute(
            .start(
                sessionID: request.sessionID, memberID: request.memberID, roomID: request.roomID,
                planned: request.planned, startedAt: request.startedAt),
            sessionID: request.sessionID)
    }

    /// PAUSE, RESUME, COMPLETE and ABANDON are asked for alike.
    private func step<Request: FocusStepRequest>(_ name: String, _ type: FocusEventType, _: Request.Type) -> Method {
        Method(
            name,
            .unary { [self] _, bytes throws(RPCError) in
                let now = ledger.now
                let request = try await RequestReader.read(Request.self, bytes) { request, check in
                    check.id(request.sessionID, "session_id")
                    check.time(request.at, of: type, "at", now: now)
                }
                return try await execute(
                    .change(type, sessionID: request.sessionID, ordinal: request.ordinal, at: request.at),
                    sessionID: request.sessionID)
            })
    }

    private func get(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(GetFocusRequest.self, bytes) { request, check in
            check.id(request.sessionID, "session_id")
        }
        return try await execute(.get(sessionID: request.sessionID), sessionID: request.sessionID)
    }

    private func execute(_ command: FocusCommand, sessionID: String) async throws(RPCError) -> [UInt8] {
        try await LedgerCall.run(about: RefusalSubject(sessionID: sessionID)) { () throws(LedgerError) in
            try await ledger.execute(command, tenant: Tenancy.tenant)
        }.encoded()
    }

    // MARK: A member's sessions

    private func list(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (request, check) = try await RequestReader.gather(ListFocusRequest.self, bytes) { request, check in
            check.id(request.memberID, "member_id")
            check.page(size: request.pageSize, token: request.pageToken)
        }
        let page = try await Listing.page(size: request.pageSize, token: request.pageToken, check) {
            (size) throws(LedgerError) in
            try await ledger.sessions(
                of: request.memberID, tenant: Tenancy.tenant, pageSize: size, pageToken: request.pageToken)
        }
        return ListFocusResponse(sessions: page.items, nextPageToken: page.nextToken, serverTime: ledger.now).encoded()
    }

    private func sync(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(SyncFocusRequest.self, bytes) { request, check in
            check.id(request.memberID, "member_id")
            if request.events.count > FocusEvent.mostInSync {
                check.add(
                    "events",
                    "has \(request.events.count) events; at most \(FocusEvent.mostInSync) fit in one request: send the "
                        + "earlier ones first")
            }
        }
        let events = request.events.compactMap(\.event)
        let sync = try await LedgerCall.attempt { () throws(LedgerError) in
            try await ledger.sync(events, of: request.memberID, tenant: Tenancy.tenant)
        }
        // Events without a type or a time are none, and refuse none of the others.
        let void = request.events.filter { $0.event == nil }.map {
            RejectedFocusEvent(sessionID: $0.sessionID, ordinal: $0.ordinal, reason: FocusRefusal.fields([]).reason)
        }
        return await OffLoop.run(if: events.count > Limits.maxSessionsOnLoop) {
            SyncFocusResponse(sessions: sync.sessions, rejected: void + sync.rejected).encoded()
        }
    }

    private func statistics(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let (request, gathered) = try await RequestReader.gather(GetFocusStatsRequest.self, bytes) { request, check in
            check.id(request.memberID, "member_id")
            if let start = request.dayStartsAt, start < .zero || start >= .hours(24) {
                check.add("day_starts_at", "must be at least 0 s and less than 24 h after midnight")
            }
            if request.from == nil { check.add("from", "is missing") }
            if request.to == nil { check.add("to", "is missing") }
            if let from = request.from, let to = request.to, to < from { check.add("to", "must not be before from") }
        }
        var check = gathered
        let zone = await OffLoop.run(if: true) { [zones] in zones.rules(of: request.timeZone) }
        if zone == nil {
            check.add("time_zone", ZoneFiles.unknown)
        }
        try check.finish()
        guard let zone, let from = request.from, let to = request.to else {
            throw RPCError(.internal, "a checked request lacks a field")
        }
        let stretches = try await LedgerCall.attempt { () throws(LedgerError) in
            try await ledger.stretches(of: request.memberID, tenant: Tenancy.tenant, from: from, to: to)
        }
        return await OffLoop.run(if: stretches.count > Limits.maxSessionsOnLoop) {
            GetFocusStatsResponse(
                FocusStatistics(
                    of: stretches, zone: zone, dayStartsAt: request.dayStartsAt ?? .zero, from: from, to: to)
            ).encoded()
        }
    }
}

extension RequestCheck {
    fileprivate mutating func add(_ fault: FieldFault?) {
        if let fault { add(fault.field, fault.description) }
    }

    /// The time of a focus event; nil is now.
    fileprivate mutating func time(_ time: Timestamp?, of type: FocusEventType, _ field: String, now: Timestamp) {
        guard let time else { return }
        add(FocusEvent(sessionID: "", ordinal: 0, type: type, at: time).timeFault(now: now, field: field))
    }
}

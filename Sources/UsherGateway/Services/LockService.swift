internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.LockService`: locks and their tokens. Sales are in `LockService+Sales.swift`.
struct LockService: Service {
    let name = "usher.v1.LockService"
    let ledger: any Ledger
    let secrets: SecretSource

    var methods: [Method] {
        [
            Method("LockSeats", .unary { [self] _, bytes throws(RPCError) in try await lock(bytes) }),
            Method("LockBestSeats", .unary { [self] _, bytes throws(RPCError) in try await lockBest(bytes) }),
            Method("ChangeLock", .unary { [self] _, bytes throws(RPCError) in try await change(bytes) }),
            Method("RenewLock", .unary { [self] _, bytes throws(RPCError) in try await renew(bytes) }),
            Method("BeginPayment", .unary { [self] _, bytes throws(RPCError) in try await beginPayment(bytes) }),
            Method("EndPayment", .unary { [self] _, bytes throws(RPCError) in try await endPayment(bytes) }),
            Method("ConfirmLock", .unary { [self] _, bytes throws(RPCError) in try await confirm(bytes) }),
            Method("ReleaseLock", .unary { [self] _, bytes throws(RPCError) in try await release(bytes) }),
            Method("GetLock", .unary { [self] _, bytes throws(RPCError) in try await get(bytes) }),
            Method("RefundSale", .unary { [self] _, bytes throws(RPCError) in try await refund(bytes) }),
            Method("GetSale", .unary { [self] _, bytes throws(RPCError) in try await getSale(bytes) }),
            Method("ListSales", .unary { [self] _, bytes throws(RPCError) in try await listSales(bytes) }),
        ]
    }

    private func lock(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        var (request, check) = try await RequestReader.gather(LockSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.id(request.holder, "holder")
            check.seats(request.seats, "seats")
            check.ttl(request.ttl)
            check.requestID(request.requestID)
        }
        try await judgeTTL(request.ttl, showID: request.showID, &check)
        try check.finish()
        let command = ShowCommand.lockSeats(
            holder: request.holder, seats: request.seats, ttl: request.ttl, secret: secrets.next())
        let stamp = RequestStamp(.lockSeats, id: request.requestID, command, show: request.showID)
        return try await execute(command, on: request.showID, stamp).lock().encoded()
    }

    private func lockBest(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        var (request, check) = try await RequestReader.gather(LockBestSeatsRequest.self, bytes) { request, check in
            check.id(request.showID, "show_id")
            check.id(request.holder, "holder")
            check.add(request.query.faults)
            check.ttl(request.ttl)
            check.requestID(request.requestID)
        }
        try await judgeTTL(request.ttl, showID: request.showID, &check)
        try check.finish()
        let command = ShowCommand.lockBestSeats(
            holder: request.holder, request.query, ttl: request.ttl, secret: secrets.next())
        let stamp = RequestStamp(.lockBestSeats, id: request.requestID, command, show: request.showID)
        return try await execute(command, on: request.showID, stamp).lock().encoded()
    }

    private func change(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let request = try await RequestReader.read(ChangeLockRequest.self, bytes) { request, check in
            check.seats(request.add, "add", mayBeEmpty: true)
            check.seats(request.remove, "remove", mayBeEmpty: true)
            if request.add.isEmpty, request.remove.isEmpty {
                check.add("add", "is empty, as is remove: name at least one seat")
            }
            check.disjoint(request.remove, "remove", from: request.add, "add")
            check.requestID(request.requestID)
        }
        let token = try token(request.token)
        let command = ShowCommand.changeLock(token.key, add: request.add, remove: request.remove)
        let stamp = RequestStamp(.changeLock, id: request.requestID, command, show: token.showID)
        return try await execute(command, of: token, stamp, RefusalSubject(seatOwner: .lock)).lock().encoded()
    }

    private func renew(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        var (request, check) = try await RequestReader.gather(RenewLockRequest.self, bytes) { request, check in
            check.ttl(request.ttl)
            check.requestID(request.requestID)
        }
        try await judgeTTL(request.ttl, showID: LockToken(request.token)?.showID ?? "", &check)
        try check.finish()
        let token = try token(request.token)
        let command = ShowCommand.renewLock(token.key, ttl: request.ttl)
        let stamp = RequestStamp(.renewLock, id: request.requestID, command, show: token.showID)
        return try await execute(command, of: token, stamp).lock().encoded()
    }

    private func beginPayment(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let token = try token(await RequestReader.read(BeginPaymentRequest.self, bytes) { _, _ in }.token)
        return try await execute(.beginPayment(token.key), of: token).lock().encoded()
    }

    private func endPayment(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let token = try token(await RequestReader.read(EndPaymentRequest.self, bytes) { _, _ in }.token)
        return try await execute(.endPayment(token.key), of: token).lock().encoded()
    }

    private func release(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let token = try token(await RequestReader.read(ReleaseLockRequest.self, bytes) { _, _ in }.token)
        _ = try await execute(.releaseLock(token.key), of: token)
        return ReleaseLockResponse().encoded()
    }

    private func get(_ bytes: [UInt8]) async throws(RPCError) -> [UInt8] {
        let token = try token(await RequestReader.read(GetLockRequest.self, bytes) { _, _ in }.token)
        return try await execute(.getLock(token.key), of: token).lock().encoded()
    }

    // MARK: Parts

    /// The upper bound of a ttl is the show's and judged with the command. Where the request is refused before that, it
    /// is judged here, so that its fault is told with the others.
    private func judgeTTL(
        _ ttl: TimeSpan?, showID: String, _ check: inout RequestCheck
    ) async throws(RPCError) {
        let isJudged = check.faults.isEmpty || check.faults.contains { $0.field == "ttl" }
        guard let ttl, !isJudged, TextRules.isID(showID) else { return }
        let verdict = try await LedgerCall.attempt { () throws(LedgerError) in
            try await ledger.execute(.getShow, on: Tenancy.show(showID), request: nil)
        }
        guard case .success(let reply) = verdict else { return }
        if let fault = try reply.show().show.policy.fault(ofTTL: ttl) { check.add([fault]) }
    }

    /// Whatever is no token of ours is a lock that nobody knows.
    func token(_ text: String) throws(RPCError) -> LockToken {
        guard let token = LockToken(text) else { throw RPCError(.lockUnknown) }
        return token
    }

    /// Runs a command on the lock that the token names.
    func execute(
        _ command: ShowCommand, of token: LockToken, _ stamp: RequestStamp? = nil,
        _ subject: RefusalSubject = RefusalSubject()
    ) async throws(RPCError) -> CommandReply {
        try await execute(command, on: token.showID, stamp, unknown: .lockUnknown, subject)
    }

    /// A token or sale id of a show that does not exist is a foreign one: `unknown` stands for it then.
    func execute(
        _ command: ShowCommand, on showID: String, _ stamp: RequestStamp? = nil, unknown: Refusal? = nil,
        _ about: RefusalSubject = RefusalSubject()
    ) async throws(RPCError) -> CommandReply {
        var subject = about
        subject.showID = showID
        return try await LedgerCall.run(about: subject) { () throws(LedgerError) in
            let verdict = try await ledger.execute(command, on: Tenancy.show(showID), request: stamp)
            if case .failure(.showUnknown) = verdict, let unknown { return .failure(unknown) }
            return verdict
        }
    }
}

internal import UsherCore
internal import UsherLedger
internal import UsherRPC
internal import UsherWire

/// `usher.v1.LockService`: locks and their tokens. Sales are in `LockService+Sales.swift`.
struct LockService: Service {
    let name = "usher.v1.LockService"
    let desk: CommandDesk
    let secrets: SecretSource

    var methods: [Method] {
        [
            desk.method("LockSeats") { [self] bytes throws(RPCError) in try lock(bytes) },
            desk.method("LockBestSeats") { [self] bytes throws(RPCError) in try lockBest(bytes) },
            desk.method("ChangeLock") { [self] bytes throws(RPCError) in try change(bytes) },
            desk.method("RenewLock") { [self] bytes throws(RPCError) in try renew(bytes) },
            desk.method("BeginPayment") { [self] bytes throws(RPCError) in
                try ofLock(RequestReader.checked(BeginPaymentRequest.self, bytes).token) { .beginPayment($0) }
            },
            desk.method("EndPayment") { [self] bytes throws(RPCError) in
                try ofLock(RequestReader.checked(EndPaymentRequest.self, bytes).token) { .endPayment($0) }
            },
            desk.method("ConfirmLock") { [self] bytes throws(RPCError) in try confirm(bytes) },
            desk.method("ReleaseLock") { [self] bytes throws(RPCError) in try release(bytes) },
            desk.method("GetLock") { [self] bytes throws(RPCError) in
                try ofLock(RequestReader.checked(GetLockRequest.self, bytes).token) { .getLock($0) }
            },
            desk.method("RefundSale") { [self] bytes throws(RPCError) in try refund(bytes) },
            desk.method("GetSale") { [self] bytes throws(RPCError) in try getSale(bytes) },
            Method("ListSales", .unary { [self] _, bytes throws(RPCError) in try await listSales(bytes) }),
        ]
    }

    private func lock(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        var (request, check) = try RequestReader.decode(LockSeatsRequest.self, bytes)
        check.id(request.showID, "show_id")
        check.id(request.holder, "holder")
        check.seats(request.seats, "seats")
        check.ttl(request.ttl)
        check.requestID(request.requestID)
        guard check.faults.isEmpty else { return .faulty(check, ttl: request.ttl, showID: request.showID) }
        let command = ShowCommand.lockSeats(
            holder: request.holder, seats: request.seats, ttl: request.ttl, secret: secrets.next())
        let stamp = RequestStamp(.lockSeats, id: request.requestID, command, show: request.showID)
        return .command(command, on: request.showID, stamp, CommandForm(encode: Self.encodeLock))
    }

    private func lockBest(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        var (request, check) = try RequestReader.decode(LockBestSeatsRequest.self, bytes)
        check.id(request.showID, "show_id")
        check.id(request.holder, "holder")
        check.add(request.query.faults)
        check.ttl(request.ttl)
        check.requestID(request.requestID)
        guard check.faults.isEmpty else { return .faulty(check, ttl: request.ttl, showID: request.showID) }
        let command = ShowCommand.lockBestSeats(
            holder: request.holder, request.query, ttl: request.ttl, secret: secrets.next())
        let stamp = RequestStamp(.lockBestSeats, id: request.requestID, command, show: request.showID)
        return .command(command, on: request.showID, stamp, CommandForm(encode: Self.encodeLock))
    }

    private func change(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let request = try RequestReader.checked(ChangeLockRequest.self, bytes) { request, check in
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
        return .command(
            command, on: token.showID, stamp,
            CommandForm(
                unknown: .lockUnknown, subject: RefusalSubject(seatOwner: .lock), encode: Self.encodeLock))
    }

    private func renew(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        var (request, check) = try RequestReader.decode(RenewLockRequest.self, bytes)
        check.ttl(request.ttl)
        check.requestID(request.requestID)
        guard check.faults.isEmpty else {
            return .faulty(check, ttl: request.ttl, showID: LockToken(request.token)?.showID ?? "")
        }
        let token = try token(request.token)
        let command = ShowCommand.renewLock(token.key, ttl: request.ttl)
        let stamp = RequestStamp(.renewLock, id: request.requestID, command, show: token.showID)
        return .command(command, on: token.showID, stamp, Self.lockForm)
    }

    private func release(_ bytes: [UInt8]) throws(RPCError) -> CommandAsk {
        let token = try token(RequestReader.checked(ReleaseLockRequest.self, bytes).token)
        let form = CommandForm(unknown: .lockUnknown) { _ throws(RPCError) in ReleaseLockResponse().encoded() }
        return .command(.releaseLock(token.key), on: token.showID, nil, form)
    }

    // MARK: Parts

    /// A command on the lock that `token` names, answered with the lock.
    private func ofLock(_ text: String, _ command: (LockKey) -> ShowCommand) throws(RPCError) -> CommandAsk {
        let token = try token(text)
        return .command(command(token.key), on: token.showID, nil, Self.lockForm)
    }

    /// Whatever is no token of ours is a lock that nobody knows.
    func token(_ text: String) throws(RPCError) -> LockToken {
        guard let token = LockToken(text) else { throw RPCError(.lockUnknown) }
        return token
    }

    private static let lockForm = CommandForm(unknown: .lockUnknown, encode: encodeLock)

    @Sendable
    private static func encodeLock(_ reply: CommandReply) throws(RPCError) -> [UInt8] { try reply.lock().encoded() }
}

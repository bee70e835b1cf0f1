internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// Where requests become commands of the ledger. Their calls wait without a task: a commit answers many of them, and
/// each loop is told of all of its own at once.
struct CommandDesk: Sendable {
    let ledger: any Ledger
    private let couriers: LoopCouriers

    init(_ ledger: any Ledger) {
        self.ledger = ledger
        couriers = LoopCouriers(to: ledger)
    }

    /// A unary method each of whose requests is one command. `plan` decodes and checks; of large requests off the loop.
    func method(
        _ name: String, _ plan: @escaping @Sendable ([UInt8]) throws(RPCError) -> CommandAsk
    ) -> Method {
        Method(
            name,
            begin: { [self] (call, bytes, reply) throws(RPCError) in
                guard bytes.count <= Limits.maxBytesOnLoop,
                    case .command(let command, let show, let stamp, let form) = try plan(bytes)
                else { return false }
                couriers.courier(to: call.loop).bring(command, on: show, request: stamp, deadline: call.deadline) {
                    reply.give(form.reply(to: $0))
                }
                return true
            },
            handler: { [self] (_, bytes) throws(RPCError) in
                let ask = try await OffLoop.run(if: bytes.count > Limits.maxBytesOnLoop) { () throws(RPCError) in
                    try plan(bytes)
                }
                return try await run(ask)
            })
    }

    private func run(_ ask: CommandAsk) async throws(RPCError) -> [UInt8] {
        switch ask {
        case .command(let command, let show, let stamp, let form):
            let verdict = try await LedgerCall.attempt { () throws(LedgerError) in
                try await ledger.execute(command, on: show, request: stamp)
            }
            return try form.reply(to: .success(verdict)).get()
        case .faulty(var check, let ttl, let showID):
            if let fault = try await fault(of: ttl, showID, check) { check.add([fault]) }
            throw RPCError(.fields(check.faults))
        }
    }

    private func fault(of ttl: TimeSpan?, _ showID: String, _ check: RequestCheck) async throws(RPCError) -> FieldFault?
    {
        let isJudged = check.faults.contains { $0.field == "ttl" }
        guard let ttl, !isJudged, TextRules.isID(showID) else { return nil }
        let verdict = try await LedgerCall.attempt { () throws(LedgerError) in
            try await ledger.execute(.getShow, on: Tenancy.show(showID), request: nil)
        }
        guard case .success(let reply) = verdict else { return nil }
        return try reply.show().show.policy.fault(ofTTL: ttl)
    }
}

internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// How the ledger's answer to a command is told.
struct CommandForm: Sendable {
    /// What stands for a show that nobody knows: a token or sale id of such a one is foreign.
    var unknown: Refusal?
    /// What refusals name.
    var subject = RefusalSubject()
    /// The reply as a message, encoded.
    var encode: @Sendable (CommandReply) throws(RPCError) -> [UInt8]

    func reply(to result: Result<Verdict<CommandReply>, LedgerError>) -> Result<[UInt8], RPCError> {
        switch result {
        case .success(.success(let reply)):
            Result { () throws(RPCError) in try encode(reply) }
        case .success(.failure(.showUnknown)):
            .failure(RPCError(unknown ?? .showUnknown, about: subject))
        case .success(.failure(let refusal)):
            .failure(RPCError(refusal, about: subject))
        case .failure(let error):
            .failure(RPCError(error))
        }
    }
}

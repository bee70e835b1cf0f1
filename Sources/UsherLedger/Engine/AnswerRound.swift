/// The answers to the commands of one batch, until the commit is known to stand or to have failed.
struct AnswerRound {
    private struct Load {
        var courier: any AnswerCourier
        var answers: [LedgerAnswer]
    }

    private var pending: [(to: CommandAnswer, result: Result<Verdict<CommandReply>, LedgerError>)] = []

    mutating func add(_ result: Result<Verdict<CommandReply>, LedgerError>, to answer: CommandAnswer) {
        pending.append((answer, result))
    }

    /// Gives every answer, or `error` instead of each; couriers get theirs at once. Empty again afterwards, with its space.
    mutating func give(_ error: LedgerError?) {
        guard !pending.isEmpty else { return }
        // There are as many couriers as loops.
        var loads: [Load] = []
        for (to, decided) in pending {
            let result = error.map { .failure($0) } ?? decided
            guard case .carried(let courier, let awaiting) = to else {
                to.answer(result)
                continue
            }
            let answer = LedgerAnswer(result, for: awaiting)
            if let place = loads.firstIndex(where: { $0.courier === courier }) {
                loads[place].answers.append(answer)
            } else {
                loads.append(Load(courier: courier, answers: [answer]))
            }
        }
        for load in loads { load.courier.carry(load.answers) }
        pending.removeAll(keepingCapacity: pending.count <= Limits.batch)
    }
}

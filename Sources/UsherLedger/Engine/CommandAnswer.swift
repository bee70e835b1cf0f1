/// The way back to who gave a command: a task that waits, or a courier who carries all answers of a commit.
enum CommandAnswer: Sendable {
    case waiting(Reply<Verdict<CommandReply>>)
    case carried(any AnswerCourier, LedgerAnswer.Awaiting)

    /// Answers at once.
    func answer(_ result: Result<Verdict<CommandReply>, LedgerError>) {
        switch self {
        case .waiting(let reply): reply.answer(result)
        case .carried(let courier, let awaiting): courier.carry([LedgerAnswer(result, for: awaiting)])
        }
    }
}

public import UsherCore

/// One command on one show, and the way back to who gave it.
///
/// An object, since it is large and moved about by the thousand.
public final class LedgerOrder: Sendable {
    let command: ShowCommand
    let show: ShowRef
    let request: RequestStamp?
    /// From when on nobody waits for the answer, by the ledger's clock; the last moment there is for who waits for ever.
    let deadline: Timestamp
    let answer: CommandAnswer

    init(
        _ command: ShowCommand, on show: ShowRef, request: RequestStamp?, deadline: Timestamp? = nil,
        answer: CommandAnswer
    ) {
        self.command = command
        self.show = show
        self.request = request
        self.deadline = deadline ?? Timestamp(nanoseconds: .max)
        self.answer = answer
    }

    /// For a caller who goes on meanwhile: `answer` is called once, by `courier`. A command that is taken up at its
    /// deadline or later is not done: nobody waits for it, and seats would be locked for who went away.
    public convenience init(
        _ command: ShowCommand, on show: ShowRef, request: RequestStamp?, deadline: Timestamp? = nil,
        by courier: any AnswerCourier, _ answer: @escaping LedgerAnswer.Awaiting
    ) {
        self.init(command, on: show, request: request, deadline: deadline, answer: .carried(courier, answer))
    }

    /// How many seats it is about: a measure of the work.
    var seats: Int {
        switch command {
        case .lockSeats(_, let seats, _, _), .refundSale(_, let seats, _), .blockSeats(let seats, _),
            .unblockSeats(let seats, _):
            seats.count
        case .lockBestSeats(_, let query, _, _): query.count
        case .changeLock(_, let add, let remove): add.count + remove.count
        case .renewLock, .beginPayment, .endPayment, .confirmLock, .releaseLock, .getLock, .getSale, .updateShow,
            .getShow:
            0
        }
    }
}

/// Brings answers to where they are awaited, many at a time: who waits on one thread is woken once for all of a commit.
public protocol AnswerCourier: AnyObject, Sendable {
    /// Has each of `answers` told, in their order, where the courier tells them. Called on the ledger's thread, or on that
    /// of a caller whose request was turned away; must be quick.
    func carry(_ answers: [LedgerAnswer])
}

/// What whoever runs the server should know; callers get their answers apart from it.
public enum LedgerNotice: Sendable, Equatable {
    /// The store failed, or something in it cannot be read. A trouble that lasts is told again every ten seconds.
    case trouble(LedgerError)
    /// The store serves again.
    case servesAgain
}

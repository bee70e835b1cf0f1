public import UsherCore

/// Where the ledger's time comes from. Called from any thread.
public protocol LedgerClock: Sendable {
    /// Must not go back.
    var now: Timestamp { get }
    /// Whether it moves by itself. If not, the ledger looks at deadlines only when it is woken.
    var runs: Bool { get }
}

public import UsherCore

/// Where the ledger's time comes from. Called from any thread.
public protocol LedgerClock: Sendable {
    /// Must not go back.
    var now: Timestamp { get }
}

import UsherCore

/// Tells whoever runs the server about trouble with the store, and when it is over: each trouble once, and again after
/// a while if it lasts.
struct Notices {
    /// Called on the ledger's thread.
    var tell: (@Sendable (LedgerNotice) -> Void)?
    private var told: [String: Timestamp] = [:]
    private var isAway = false

    /// The store failed, or (nil) it serves again.
    mutating func store(_ failure: LedgerError?, now: Timestamp) {
        if let failure {
            if trouble(failure, now: now) { isAway = true }
        } else if isAway {
            isAway = false
            tell?(.servesAgain)
        }
    }

    /// Returns whether it was told.
    @discardableResult
    mutating func trouble(_ error: LedgerError, now: Timestamp) -> Bool {
        guard tell != nil else { return false }
        if let last = told[error.message], now - last < Limits.noticePause { return false }
        if told.count >= Limits.noticesRemembered { told.removeAll() }
        told[error.message] = now
        tell?(.trouble(error))
        return true
    }
}

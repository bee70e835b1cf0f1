public import UsherCore

/// Where focus sessions are decided and kept. An answer means durable: it survives `kill -9`. Sessions of a member never
/// overlap, whatever the order in which their events arrive. Throws `LedgerError` where the ledger itself fails.
///
/// What a session does shows in its room in the same commit, where the member is in it.
public protocol FocusLedger: AnyObject, Sendable {
    /// The ledger's clock: what replies carry as `server_time`.
    var now: Timestamp { get }
    /// Decides, commits and answers one command with the session as it is then.
    func execute(_ command: FocusCommand, tenant: String) async throws(LedgerError) -> Verdict<FocusSession>
    /// Judges events made offline, at most `FocusEvent.mostInSync`, in any order: what is accepted is committed together.
    func sync(_ events: [FocusEvent], of memberID: String, tenant: String) async throws(LedgerError) -> FocusSync
    /// A member's sessions, newest first. A token that is none of ours is a field fault.
    func sessions(of memberID: String, tenant: String, pageSize: Int, pageToken: String) async throws(LedgerError)
        -> Verdict<Page<FocusSession>>
    /// The focusing stretches of the member's completed sessions that reach into `from..<to`, in order.
    func stretches(of memberID: String, tenant: String, from: Timestamp, to: Timestamp) async throws(LedgerError)
        -> [FocusStretch]
}

public import UsherCore

/// What the fan-out needs of a ledger: the clock, and a way to hear a show's commits.
public protocol FeedSource: AnyObject, Sendable {
    /// The ledger's clock: what replies carry as `server_time`.
    var now: Timestamp { get }
    /// From its `began` on, the observer hears every commit of the show. Again: `began` is not repeated.
    func follow(_ show: ShowRef) async throws(LedgerError) -> Verdict<Void>
    /// The show may be unloaded again.
    func unfollow(_ show: ShowRef)
}

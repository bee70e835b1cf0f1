public import UsherLedger
internal import Synchronization
internal import UsherRPC

/// Hears the ledger's commits and brings them to the shows' watchers. Made before the ledger, which calls it; the
/// gateway reads from it.
///
/// It holds one `ShowHub` for each followed show. A commit whose show has no hub is nobody's business and is dropped.
public final class SeatFanout: LedgerObserver {
    private let hubs = Mutex<[ShowRef: ShowHub]>([:])

    public init() {}

    public func began(_ show: ShowRef, _ start: FeedStart) {
        let known = hubs.withLock { hubs -> ShowHub? in
            if let hub = hubs[show] { return hub }
            hubs[show] = ShowHub(show, start)
            return nil
        }
        known?.restart(start)
    }

    public func committed(_ show: ShowRef, _ commit: ShowCommit) {
        hubs.withLock { $0[show] }?.committed(commit)
    }

    public func lost(_ show: ShowRef, _ error: LedgerError) {
        hubs.withLock { $0.removeValue(forKey: show) }?.end(RPCError(error))
    }

    func hub(_ show: ShowRef) -> ShowHub? {
        hubs.withLock { $0[show] }
    }

    var hubCount: Int { hubs.withLock { $0.count } }

    /// Drops the shows that nobody used since `deadline` (loop clock). `unfollow` runs under the registry's lock, so
    /// that a `follow` that comes after the drop also reaches the ledger after it.
    func dropIdle(before deadline: Int64, unfollow: (ShowRef) -> Void) {
        hubs.withLock { hubs in
            for (show, hub) in hubs where hub.drop(ifIdleSince: deadline) {
                hubs[show] = nil
                unfollow(show)
            }
        }
    }
}

internal import Synchronization
internal import UsherCore
internal import UsherLedger
internal import UsherRPC

/// The hubs of everything of one kind that is followed. A commit of something that has no hub is nobody's business and is
/// dropped.
final class TopicFanout<Topic: FanoutTopic>: Sendable {
    private let hubs = Mutex<[Topic.Ref: Hub<Topic>]>([:])

    func began(_ ref: Topic.Ref, _ start: Topic.Content.Start) {
        let known = hubs.withLock { hubs -> Hub<Topic>? in
            if let hub = hubs[ref] { return hub }
            hubs[ref] = Hub(start)
            return nil
        }
        known?.restart(start)
    }

    func committed(_ ref: Topic.Ref, _ commit: Topic.Content.Commit) {
        hubs.withLock { $0[ref] }?.committed(commit)
    }

    func lost(_ ref: Topic.Ref, _ error: LedgerError) {
        hubs.withLock { $0.removeValue(forKey: ref) }?.end(RPCError(error))
    }

    func hub(_ ref: Topic.Ref) -> Hub<Topic>? {
        hubs.withLock { $0[ref] }
    }

    var hubCount: Int { hubs.withLock { $0.count } }

    /// Drops what nobody used since `deadline` (loop clock). `unfollow` runs under the registry's lock, so that a
    /// `follow` that comes after the drop also reaches the ledger after it.
    func dropIdle(before deadline: Int64, unfollow: (Topic.Ref) -> Void) {
        hubs.withLock { hubs in
            for (ref, hub) in hubs where hub.drop(ifIdleSince: deadline) {
                hubs[ref] = nil
                unfollow(ref)
            }
        }
    }
}

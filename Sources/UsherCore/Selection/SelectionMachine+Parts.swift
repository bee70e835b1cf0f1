/// What the machine keeps beside the selection itself.
extension SelectionMachine {
    /// The one call that is open.
    struct PendingCall: Sendable {
        var id: Int
        let call: LockCall
        /// The same for all attempts.
        let requestID: String
        var token: String
        /// Nobody asked for it: the machine's own question or renewal.
        var isOwn = false
        /// Reads a lock that was begun elsewhere.
        var attaches = false
        /// An attempt went without an answer: the call may have been done.
        var isUnknown = false
        /// What the lock becomes is not wanted any more: it is to be released as soon as it is known.
        var thenRelease = false
        /// It took the place of a call that was not answered, or asks what became of that: until it ended, it is not
        /// known which seats are the customer's.
        var guards = false
        var attempts = 0
        var backoff = Backoff(first: Limits.firstResolvePause, longest: Limits.longestResolvePause)
        /// When the next attempt is due; nil while one is under way.
        var repeatsAt: Int64?
        var sentAt: Int64 = 0
        var firstSentAt: Int64 = 0

        /// Ends the lock if it goes well.
        var endsLock: Bool { call.kind == .confirm || call.kind == .release }
    }

    /// A seat that was the customer's own until a commit that the map may not have seen.
    struct Echo: Sendable {
        /// The commit that freed it, where it is known.
        var seq: UInt64?
        /// The history in which that commit counts; nil if no map was there.
        var epoch: String?
        /// Where it is not: until when a locked seat is taken for the echo.
        var until: Int64
    }

    /// Where automatic renewal stands.
    struct Renewal: Sendable {
        /// When to ask next.
        var at: Int64?
        /// When the lock was first held.
        var since: Int64?
        /// What the lock was asked for with.
        var ttl: TimeSpan?
        /// It was told that there is no more; nothing is asked until there is another lock.
        var hasEnded = false
    }
}

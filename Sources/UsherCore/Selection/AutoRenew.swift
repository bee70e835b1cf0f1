/// Whether a selection renews its lock by itself.
public enum AutoRenew: Sendable, Hashable {
    case never
    /// Until this long after the lock was first held. The policy's `maxLockTime` ends it in any case.
    case until(TimeSpan)
}

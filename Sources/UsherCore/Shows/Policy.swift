/// A show's rules. A field that is zero or absent on the wire has its default here: always resolved.
public struct Policy: Sendable, Equatable {
    /// 1 or more.
    public var maxSeatsPerLock: Int
    /// Locked and sold seats of one holder; nil is no limit.
    public var maxSeatsPerHolder: Int?
    /// Of a lock without a ttl of its own.
    public var lockTTL: TimeSpan
    /// From the lock's start, all renewals included.
    public var maxLockTime: TimeSpan
    public var paymentWindow: TimeSpan
    public var sameRowOnly: Bool
    public var orphanRule: OrphanRule
    public var keepPairsTogether: Bool

    public init(
        maxSeatsPerLock: Int = 10, maxSeatsPerHolder: Int? = nil, lockTTL: TimeSpan = .minutes(15),
        maxLockTime: TimeSpan = .hours(1), paymentWindow: TimeSpan = .minutes(15), sameRowOnly: Bool = false,
        orphanRule: OrphanRule = .avoidable, keepPairsTogether: Bool = true
    ) {
        self.maxSeatsPerLock = maxSeatsPerLock
        self.maxSeatsPerHolder = maxSeatsPerHolder
        self.lockTTL = lockTTL
        self.maxLockTime = maxLockTime
        self.paymentWindow = paymentWindow
        self.sameRowOnly = sameRowOnly
        self.orphanRule = orphanRule
        self.keepPairsTogether = keepPairsTogether
    }
}

/// A show's whole hot state at a log index: what the store keeps so that a load need not replay the whole log. Closed
/// locks and sales are stored apart.
public struct ShowSnapshot: Sendable, Equatable {
    public var show: Show
    public var logIndex: UInt64
    public var seq: UInt64
    public var lastCommitAt: Timestamp
    /// One wire byte a seat.
    public var states: [UInt8]
    /// Per seat: the lock of a locked one, the sale of a sold one, else 0.
    public var owners: [UInt64]
    public var openLocks: [Lock]
    /// Locked and sold seats per holder.
    public var holderCounts: [String: Int]

    public init(
        show: Show, logIndex: UInt64, seq: UInt64, lastCommitAt: Timestamp, states: [UInt8], owners: [UInt64],
        openLocks: [Lock], holderCounts: [String: Int]
    ) {
        self.show = show
        self.logIndex = logIndex
        self.seq = seq
        self.lastCommitAt = lastCommitAt
        self.states = states
        self.owners = owners
        self.openLocks = openLocks
        self.holderCounts = holderCounts
    }
}

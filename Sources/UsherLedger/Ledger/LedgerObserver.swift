public import UsherCore

/// Hears what became durable. Called on the ledger's thread, in commit order, after the commit and before its callers
/// are answered: it must be quick and must not call the ledger.
public protocol LedgerObserver: AnyObject, Sendable {
    /// A show is followed from here on; every later commit of it is told.
    func began(_ show: ShowRef, _ start: FeedStart)
    func committed(_ show: ShowRef, _ commit: ShowCommit)
    /// A followed show can no longer be read from the store: nothing more is told of it, and it is not followed.
    func lost(_ show: ShowRef, _ error: LedgerError)

    // The same of rooms, for those who serve any.

    func began(_ room: RoomRef, _ start: RoomStart)
    /// `changes` follow on each other, in the order of their seqs.
    func committed(_ room: RoomRef, _ changes: [RoomChange])
    func lost(_ room: RoomRef, _ error: LedgerError)
}

extension LedgerObserver {
    public func began(_ room: RoomRef, _ start: RoomStart) {}
    public func committed(_ room: RoomRef, _ changes: [RoomChange]) {}
    public func lost(_ room: RoomRef, _ error: LedgerError) {}
}

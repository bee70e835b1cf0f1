internal import UsherRPC

/// Where a reader stands, or all readers who missed nothing.
struct ReaderPosition: Equatable {
    var mark: ReaderMark
    /// The version of the side value that the reader knows.
    var sideVersion: UInt64

    /// Follows the updates that continue from here, and gives `send` what a reader is to be sent. Returns false at one
    /// that does not continue: the reader must pull.
    ///
    /// What was delivered before, or belongs to an older history, is skipped; so neither a repeat nor a loss on the way
    /// from the ledger can corrupt what a reader has.
    mutating func follow(_ updates: [HubUpdate], _ send: (FramedMessage) -> Void) -> Bool {
        for update in updates {
            if update.generation < mark.generation { continue }
            if update.generation > mark.generation { return false }
            if let delta = update.delta, delta.lastSeq > mark.seq {
                guard delta.firstSeq == mark.seq + 1 else { return false }
                send(delta.message)
                mark.seq = delta.lastSeq
            }
            if let side = update.side, side.version > sideVersion {
                send(side.message)
                sideVersion = side.version
            }
        }
        return true
    }
}

/// Where a reader stands in its hub: all that a stalled watcher costs.
struct ReaderMark: Equatable {
    /// Which of the hub's histories `seq` counts in: raised when the ledger begins with another.
    var generation: UInt64
    var seq: UInt64
}

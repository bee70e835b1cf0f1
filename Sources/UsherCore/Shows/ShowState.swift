/// One show's seats, locks and sales as a pure value: `decide` says what a command would do, `apply` does it. Every
/// store, the simulation and the tests use these two; neither knows a clock, randomness or I/O.
public struct ShowState: Sendable {
    public let hall: HallRevision
    public private(set) var show: Show
    /// Index of the last applied record.
    public private(set) var logIndex: UInt64
    /// Raised by exactly one by each record that changes seat states.
    public private(set) var seq: UInt64
    /// The show's time never goes back behind it.
    public private(set) var lastCommitAt: Timestamp
    /// One wire byte a seat.
    public private(set) var states: [UInt8]
}

import Synchronization
public import UsherCore

/// A clock that stands still until it is told to move, for tests and simulations. After moving it, call
/// `ShowLedger.wake()`: nothing else tells the ledger.
public final class ManualClock: LedgerClock {
    private let nanoseconds: Atomic<Int64>

    public init(_ start: Timestamp = Timestamp(nanoseconds: 1_800_000_000_000_000_000)) {
        nanoseconds = Atomic(start.nanoseconds)
    }

    public var now: Timestamp { Timestamp(nanoseconds: nanoseconds.load(ordering: .acquiring)) }

    public var runs: Bool { false }

    /// `span` must not be negative.
    public func advance(by span: TimeSpan) {
        precondition(span >= .zero, "a ledger's clock does not go back")
        nanoseconds.wrappingAdd(span.nanoseconds, ordering: .acquiringAndReleasing)
    }
}

import UsherCore

/// The ledger's time: the clock's, moved ahead where the store has later commits (the wall clock was set back between
/// two runs), so that time never goes back and does not stand still either.
struct LedgerTime: Sendable {
    private let clock: any LedgerClock
    private let shift: TimeSpan
    /// Later than every commit of earlier runs.
    let startedAt: Timestamp

    init(_ clock: any LedgerClock, after last: Timestamp?) {
        self.clock = clock
        let now = clock.now
        shift = last.map { max(.zero, $0 + TimeSpan(nanoseconds: 1) - now) } ?? .zero
        startedAt = now + shift
    }

    var now: Timestamp { clock.now + shift }
    var runs: Bool { clock.runs }
}

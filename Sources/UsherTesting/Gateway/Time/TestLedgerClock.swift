import UsherCore
import UsherLedger

/// The ledger's time of one run of the gateway: the wall clock as it was at its start, carried on by uptime.
struct TestLedgerClock: LedgerClock {
    private let conductor: Conductor
    private let offset: Int64

    init(_ clock: TestClock) {
        conductor = clock.conductor
        offset = clock.wallTime.nanoseconds &- clock.uptime
    }

    var now: Timestamp { Timestamp(nanoseconds: offset &+ conductor.now) }
    var runs: Bool { false }
}

import UsherCore

/// When the next commit of a busy ledger begins.
///
/// A commit costs nearly the same for one request as for a hundred, and the callers of the last one are back in a
/// moment. Who came meanwhile waits for them, so that all share one sync instead of taking turns in two halves: at most
/// twice as long as the last commit took, where that was quick, and not at all where nobody came meanwhile. A request
/// alone waits for nobody.
struct Gathering {
    /// How many requests end the wait, and how long it is at most.
    struct Plan: Equatable {
        var requests: Int
        var span: TimeSpan
    }

    /// How often it does not wait after it waited in vain; doubled each time.
    private var pause = 0
    private var pausesLeft = 0

    /// `answered`: requests of the last commit. `waiting`: those that came meanwhile. `took`: the last commit.
    mutating func plan(answered: Int, waiting: Int, took: TimeSpan) -> Plan? {
        let span = min(TimeSpan(nanoseconds: 2 * took.nanoseconds), Limits.gathering)
        guard answered > 0, waiting > 0, span >= Limits.shortestGathering else { return nil }
        guard pausesLeft == 0 else {
            pausesLeft -= 1
            return nil
        }
        return Plan(requests: min(answered + waiting, Limits.batch), span: span)
    }

    /// How many came while it waited, of so many that it hoped for.
    mutating func gained(_ requests: Int, of hoped: Int) {
        pause = 2 * requests >= hoped ? 0 : min(max(1, 2 * pause), Limits.gatheringPause)
        pausesLeft = pause
    }
}

/// The bounds of everything that grows in this target, each with its reason.
enum Limits {
    /// Faults listed in one refusal; the last entry says how many more there are. Keeps a refusal of a bad
    /// 200,000-seat hall far below the size that a trailer can carry in details.
    static let faultsListed = 1_000

    /// Unknown seats found in one request before it is refused without reading on.
    static let unknownSeats = 1_000

    /// The contract's bounds of a hall.
    static let hallSeats = 200_000
    static let hallRows = 4_096
    static let hallColumns = 4_096
    /// Zones and areas are drawn as a legend; more than this is a mistake in the import.
    static let hallZones = 10_000
    static let hallAreas = 10_000

    /// Characters (Unicode scalars) of ids, seat codes, request ids, labels and printed numbers.
    static let idCharacters = 64
    static let labelCharacters = 64
    /// Names and titles: enough for any poster.
    static let titleCharacters = 256
    static let orderRefCharacters = 128
    static let reasonCharacters = 256
    /// IANA names and ticket types.
    static let shortTextCharacters = 64

    /// 200,000 seats at this price stay below `Int64.max`, so totals never overflow.
    static let amountMinor: Int64 = 10_000_000_000_000
    /// Ticket types per zone, times zones.
    static let showPrices = 100_000

    /// Bounds of a policy's spans: a lock is a matter of minutes, a payment at most of days.
    static let shortestSpan = TimeSpan.seconds(1)
    static let longestSpan = TimeSpan.hours(24 * 30)

    /// How long a closed lock can be read, and a lock that is over can be confirmed late.
    static let closedLockRetention = TimeSpan.hours(24)

    /// Closed locks and sales of one hot show that stay in memory; older ones are in the store.
    static let closedLocksInMemory = 1_024
    static let salesInMemory = 4_096

    /// Seqs that a reader may be behind and still get deltas: max(this, seats / 16).
    static let historySeqs = 100
    /// Single changes that the recent deltas of one show may hold: max(this, seats / 4). Older gaps are answered from
    /// the per-seat table.
    static let historyChanges = 1_024

    /// A second tap on a seat within this time is the other half of a double tap.
    static let doubleTap = TimeSpan.milliseconds(200)
    /// Losses that a selection remembers: more than any policy lets it choose at once, and a page full of them.
    static let lostSeats = 1_000
    /// Pauses before a call without an answer is sent again: the client has repeated it already when the first comes.
    static let firstResolvePause = TimeSpan.seconds(1)
    static let longestResolvePause = TimeSpan.seconds(30)
    /// The gateway remembers request ids for 24 hours; after that a repeat would be another request. A minute less, for
    /// clocks that drift.
    static let requestMemory = TimeSpan.seconds(24 * 3_600 - 60)
    /// Attempts to release the lock of a selection that was closed; after them it ends at its deadline.
    static let closingAttempts = 8
    /// A lock is renewed this long before its deadline: room for some attempts over a bad network.
    static let renewalLead = TimeSpan.seconds(60)
    /// The gateway is asked whether a lock is over at its deadline; if it says that it is not, again after this.
    static let expiryQuestionPause = TimeSpan.milliseconds(500)
    /// The delta that frees the seats of a lock follows within 1 s; twice that for the network.
    static let freedWithin = TimeSpan.seconds(2)
    /// Two clocks drift apart by at most one part in this many (200 ppm): twice what cheap quartz does.
    static let clockDriftDivisor: Int64 = 5_000
}

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

    /// A seat's side in seat widths: of the usual drawing, and the range. Less than a tenth could not be hit.
    static let seatSize = 0.8
    static let seatSizes = 0.1...1.0
    /// Half the gap between two seats of the usual size: a finger that comes down nearer to the gap's middle means neither.
    static let ambiguityMargin = 0.1
    /// Seat widths around a point that a hit may look at: a finger over a map that is shown small. Bounds the search.
    static let largestSlop = 8.0
    /// Points of a strip of the spatial index at least; fewer are looked through as fast as they are searched.
    static let shortestStrip = 16
    /// View units of a seat width at the largest zoom: twice the 44 points that a finger needs, and some.
    static let largestSeat = 96.0
    /// View units of a view's side and of a seat at the largest zoom: from one to beyond any screen, and far from where
    /// numbers lose their fractions.
    static let viewUnits = 1.0...1e9
    /// Coordinates of a hall in seat widths: beyond any 32-bit float, and far below what overflows when it is multiplied.
    static let farthest = 1e60
}

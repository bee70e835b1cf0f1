/// One showing in one hall revision: its own fields, without seat states.
public struct Show: Sendable, Equatable {
    public var showID: String
    public var hallID: String
    public var hallRevision: UInt64
    public var title: String
    /// Half open: `[startsAt, endsAt)`.
    public var startsAt: Timestamp
    public var endsAt: Timestamp
    /// IANA name, for display; may be empty.
    public var timeZone: String
    public var prices: [ZonePrice]
    public var policy: Policy
    public var salesOpen: Bool
    public var cancelled: Bool
    /// Raised by every change of the fields above; 1 at creation.
    public var version: UInt64
    /// Names the history that `seq` counts in; changes only if history was lost.
    public var epoch: String

    public init(
        showID: String, hallID: String, hallRevision: UInt64 = 0, title: String = "", startsAt: Timestamp,
        endsAt: Timestamp, timeZone: String = "", prices: [ZonePrice] = [], policy: Policy = Policy(),
        salesOpen: Bool = true, cancelled: Bool = false, version: UInt64 = 0, epoch: String = ""
    ) {
        self.showID = showID
        self.hallID = hallID
        self.hallRevision = hallRevision
        self.title = title
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.timeZone = timeZone
        self.prices = prices
        self.policy = policy
        self.salesOpen = salesOpen
        self.cancelled = cancelled
        self.version = version
        self.epoch = epoch
    }
}

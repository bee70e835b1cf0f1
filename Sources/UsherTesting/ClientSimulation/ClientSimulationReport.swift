/// What happened in one or more evenings: whether they were hard enough to prove anything.
public struct ClientSimulationReport: Sendable, Equatable {
    public var streams = 0
    public var polls = 0
    /// Events that came late, again, or of a stream that was left.
    public var droppedEvents = 0
    public var repairedGaps = 0
    public var epochChanges = 0
    public var restarts = 0
    /// Restarts with an old backup.
    public var backups = 0
    public var calls = 0
    /// Attempts without an answer.
    public var unknowns = 0
    /// Locks and sales that the gateway made for customers.
    public var locks = 0
    public var sales = 0
    /// Seats that customers were told to have lost.
    public var lostSeats = 0
    /// Customers who cannot know what the gateway has: a call of theirs was done after they were told otherwise, or was
    /// answered from a history that is lost.
    public var haunted = 0

    public init() {}

    public static func += (sum: inout Self, other: Self) {
        sum.streams += other.streams
        sum.polls += other.polls
        sum.droppedEvents += other.droppedEvents
        sum.repairedGaps += other.repairedGaps
        sum.epochChanges += other.epochChanges
        sum.restarts += other.restarts
        sum.backups += other.backups
        sum.calls += other.calls
        sum.unknowns += other.unknowns
        sum.locks += other.locks
        sum.sales += other.sales
        sum.lostSeats += other.lostSeats
        sum.haunted += other.haunted
    }
}

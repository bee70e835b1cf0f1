/// A show's committed map with its recent deltas: answers where a reader goes on (stream rule 2). Used by the ledger,
/// by the fan-out for resumes and slow readers, and by the simulation.
public struct SeatHistory: Sendable {
    public let showID: String
    public let epoch: String
    public let hallID: String
    public let hallRevision: UInt64
    public private(set) var seq: UInt64
    /// One wire byte a seat, at `seq`.
    public private(set) var states: [UInt8]
    private var ring: [SeatDelta] = []

    public init(
        showID: String, epoch: String, hallID: String, hallRevision: UInt64, seq: UInt64, states: [UInt8]
    ) {
        self.showID = showID
        self.epoch = epoch
        self.hallID = hallID
        self.hallRevision = hallRevision
        self.seq = seq
        self.states = states
    }
}

/// A show's whole map at `seq`.
public struct SeatSnapshot: Sendable, Equatable {
    public var showID: String
    public var epoch: String
    public var seq: UInt64
    public var hallID: String
    public var hallRevision: UInt64
    /// One wire byte a seat, in index order.
    public var states: [UInt8]
    public var serverTime: Timestamp

    public init(
        showID: String, epoch: String, seq: UInt64, hallID: String, hallRevision: UInt64, states: [UInt8],
        serverTime: Timestamp
    ) {
        self.showID = showID
        self.epoch = epoch
        self.seq = seq
        self.hallID = hallID
        self.hallRevision = hallRevision
        self.states = states
        self.serverTime = serverTime
    }
}

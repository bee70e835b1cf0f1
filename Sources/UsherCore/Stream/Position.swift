/// Where a reader is in a show's history.
public struct Position: Sendable, Hashable {
    /// "" for a reader who has nothing yet.
    public var epoch: String
    public var seq: UInt64

    public init(epoch: String = "", seq: UInt64 = 0) {
        self.epoch = epoch
        self.seq = seq
    }
}

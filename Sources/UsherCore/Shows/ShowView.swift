/// A show as a reply gives it: its fields, where its history stands, and its counts where they were asked for.
public struct ShowView: Sendable, Equatable {
    public var show: Show
    public var seq: UInt64
    public var counts: SeatCounts?

    public init(show: Show, seq: UInt64, counts: SeatCounts? = nil) {
        self.show = show
        self.seq = seq
        self.counts = counts
    }
}

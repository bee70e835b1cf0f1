/// The commits `firstSeq…lastSeq` of a show, each touched seat once, in its last state. It applies exactly to a reader
/// who stands at `firstSeq − 1`.
public struct SeatDelta: Sendable, Equatable {
    public var firstSeq: UInt64
    public var lastSeq: UInt64
    public var changes: [SeatChange]

    public init(firstSeq: UInt64, lastSeq: UInt64, changes: [SeatChange]) {
        self.firstSeq = firstSeq
        self.lastSeq = lastSeq
        self.changes = changes
    }
}

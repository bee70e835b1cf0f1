/// The last deltas of a show, bounded by seqs and by changes: a short way to what a reader close behind missed.
struct RecentDeltas: Sendable {
    private var deltas: [SeatDelta] = []
    /// Where the oldest kept delta stands; what is before it waits to be moved away.
    private var head = 0
    private var changes = 0

    var last: SeatDelta? { deltas.last }

    mutating func append(_ delta: SeatDelta, seqs seqLimit: UInt64, changes changeLimit: Int) {
        deltas.append(delta)
        changes += delta.changes.count
        // The newest stays, whatever its size: its storage is shared with those who send it.
        while head < deltas.count - 1, changes > changeLimit || delta.lastSeq - deltas[head].lastSeq >= seqLimit {
            changes -= deltas[head].changes.count
            deltas[head].changes = []
            head += 1
        }
        if head * 2 > deltas.count {
            deltas.removeFirst(head)
            head = 0
        }
    }

    /// The seats touched after a position, with repeats; nil if the deltas do not reach back so far.
    func seats(after: UInt64) -> [Int32]? {
        guard head < deltas.count, deltas[head].firstSeq <= after + 1 else { return nil }
        // The first delta that ends behind the position, by halves. One that began before it gives a few seats more
        // than were missed: they are in their state now all the same.
        var low = head
        var high = deltas.count
        while low < high {
            let middle = (low + high) / 2
            if deltas[middle].lastSeq <= after { low = middle + 1 } else { high = middle }
        }
        var seats: [Int32] = []
        for delta in deltas[low...] { seats.append(contentsOf: delta.changes.lazy.map(\.seat)) }
        return seats
    }
}

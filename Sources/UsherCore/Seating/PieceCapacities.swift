/// How large the segments are among which a party is to be shared out.
struct PieceCapacities {
    private let count: Int
    /// How many segments can take so many people and no more.
    private var bySize: [Int]

    init(_ segments: [SeatSegment], of count: Int) {
        self.count = count
        bySize = [Int](repeating: 0, count: count + 1)
        for segment in segments { bySize[segment.capacity] += 1 }
    }

    /// Whether one of them can take the whole party.
    var holdAll: Bool { bySize[count] > 0 }

    /// How many segments the party needs at least; nil if all of them are too few.
    var fewest: Int? {
        var left = count
        var pieces = 0
        for size in stride(from: count, to: 0, by: -1) where bySize[size] > 0 {
            let needed = (left + size - 1) / size
            if needed <= bySize[size] { return pieces + needed }
            pieces += bySize[size]
            left -= bySize[size] * size
        }
        return nil
    }

    /// What a segment must hold to have one of so many pieces, at least 1: with less, the largest others could not take the
    /// rest, or the split would be less even than it can be.
    func least(ofPieces pieces: Int) -> Int {
        var largest: [Int] = []
        for size in stride(from: count, to: 0, by: -1) {
            largest += repeatElement(size, count: min(bySize[size], pieces - largest.count))
        }
        guard let smallest = largest.last, largest.count == pieces else { return 1 }
        let others = largest.reduce(0, +) - smallest
        let even = min(smallest, PieceShare(of: count, pieces: pieces).sizes.lowerBound)
        return max(1, even, count - others)
    }
}

/// How a party is shared out among segments that each take a piece.
struct PieceSizes {
    private let count: Int
    private let share: PieceShare
    private let pieces: Int
    /// For each number of segments and each sum: the least cost, and the last one's size.
    private var costs: [Int]
    private var sizes: [UInt8]

    private static let none = Int.max

    init(of count: Int, pieces: Int) {
        self.count = count
        self.pieces = pieces
        share = PieceShare(of: count, pieces: pieces)
        costs = [Int](repeating: Self.none, count: (pieces + 1) * (count + 1))
        sizes = [UInt8](repeating: 0, count: (pieces + 1) * (count + 1))
    }

    /// The sizes of about one share that leave fewest alone, and of those the most equal ones, into `result`; false if
    /// the segments cannot take the party. `orphans` is what a piece of some size leaves alone on a segment at least; nil
    /// if it cannot sit there.
    mutating func find(_ segments: [Int], capacity: (Int) -> Int, orphans: (Int, Int) -> Int?, _ result: inout [Int])
        -> Bool
    {
        let width = count + 1
        for place in 0..<(pieces + 1) * width { costs[place] = Self.none }
        costs[0] = 0
        // What the others can take at most and must take at least bounds what is left for each.
        var before = 0
        var after = segments.reduce(0) { $0 + capacity($1) }
        for (index, segment) in segments.enumerated() {
            let most = capacity(segment)
            after -= most
            let (row, next) = (index * width, (index + 1) * width)
            let left = segments.count - index - 1
            for size in 1...most {
                guard let orphans = orphans(size, segment) else { continue }
                let cost = cost(of: size, orphans)
                // Sums from which the rest can still be reached.
                let low = max(index, count - after - size)
                let high = min(before, count - left - size)
                guard low <= high else { continue }
                for sum in low...high where costs[row + sum] != Self.none {
                    let new = costs[row + sum] + cost
                    if new < costs[next + sum + size] {
                        costs[next + sum + size] = new
                        sizes[next + sum + size] = UInt8(size)
                    }
                }
            }
            before = min(count, before + most)
        }
        guard costs[segments.count * width + count] != Self.none else { return false }
        result.removeAll(keepingCapacity: true)
        var left = count
        for index in stride(from: segments.count, to: 0, by: -1) {
            let size = Int(sizes[index * width + left])
            result.append(size)
            left -= size
        }
        result.reverse()
        return true
    }

    /// Each part weighs more than what follows it can amount to, over 50 pieces of 50.
    private func cost(of size: Int, _ orphans: Int) -> Int {
        let unequal = size * pieces - count
        return share.excess(of: size) << 44 | orphans << 32 + unequal * unequal
    }
}

/// The most even split of a party, wherever its pieces are.
extension SeatGatherer {
    /// The segments of the most even split that leaves fewest alone, those nearest to where people look first; nil if there
    /// is none. What a piece leaves alone is taken from the lengths of piece and stretch.
    func evenest() -> [Int]? {
        let candidates = nearestOfEachLength()
        let people = suggester.query.count
        let width = people + 1
        // By number of pieces and people: the least cost so far. For each candidate: its piece, where it made that less.
        var costs = [Int](repeating: .max, count: (count + 1) * width)
        costs[0] = 0
        var sizes = [UInt8](repeating: 0, count: candidates.count * costs.count)
        for (position, candidate) in candidates.enumerated() {
            let segment = segments[candidate]
            let alone = segment.places == segment.stretch ? segment.stretch.count - 1 : 0
            let each = (0...segment.capacity).map { share.excess(of: $0) << 16 + ($0 == alone ? 1 : 0) }
            // From many to few, so that no candidate is taken twice.
            for pieces in stride(from: count, to: 0, by: -1) {
                let (row, before) = (pieces * width, (pieces - 1) * width)
                for sum in pieces...people {
                    for size in 1...min(segment.capacity, sum) where costs[before + sum - size] != .max {
                        let cost = costs[before + sum - size] + each[size]
                        guard cost < costs[row + sum] else { continue }
                        costs[row + sum] = cost
                        sizes[position * costs.count + row + sum] = UInt8(size)
                    }
                }
            }
        }
        guard costs[count * width + people] != .max else { return nil }
        var taken: [Int] = []
        var left = people
        for (position, candidate) in candidates.enumerated().reversed() where left > 0 {
            let size = Int(sizes[position * costs.count + (count - taken.count) * width + left])
            guard size > 0 else { continue }
            taken.append(candidate)
            left -= size
        }
        return taken.sorted { (far[$0], $0) < (far[$1], $1) }
    }

    /// Of segments of one length as many as the party has pieces: no split needs more of them.
    private func nearestOfEachLength() -> [Int] {
        // A longer one is as good as one of two more than the party.
        let longest = suggester.query.count + 2
        var nearest = [[Int]](repeating: [], count: 2 * (longest + 1))
        for (position, segment) in segments.enumerated() {
            let isWhole = segment.places == segment.stretch
            let length = min(segment.places.count, longest) + (isWhole ? 0 : longest + 1)
            if nearest[length].count == count {
                guard far[position] < far[nearest[length][count - 1]] else { continue }
                nearest[length].removeLast()
            }
            let place = nearest[length].firstIndex { far[position] < far[$0] } ?? nearest[length].count
            nearest[length].insert(position, at: place)
        }
        return nearest.flatMap { $0 }
    }
}

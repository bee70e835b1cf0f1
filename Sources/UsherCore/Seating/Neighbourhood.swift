/// Finds the segments near one of them.
struct Neighbourhood {
    let segments: [SeatSuggester.Segment]
    /// Positions in `segments` of those that are looked at, by where their rows begin from the front.
    let byHeight: [Int]

    /// The `count` segments nearest to `anchor` that together can take `size`: those of the smallest circle that has as
    /// many. nil if there are none.
    func nearest(_ count: Int, around anchor: Int, holding size: Int) -> [Int]? {
        guard count > 0 else { return size <= 0 ? [] : nil }
        let box = segments[anchor].box
        let center = box.center
        var radius = 2.0
        while true {
            var near: [(far: Double, segment: Int)] = []
            var position = lowerBound(box.minY - radius)
            while position < byHeight.count {
                let segment = byHeight[position]
                guard segments[segment].box.minY <= box.maxY + radius else { break }
                position += 1
                if segment == anchor { continue }
                let far = SeatRuns.distance(from: center, to: segments[segment].box)
                if far <= radius * radius { near.append((far, segment)) }
            }
            near.sort { ($0.far, $0.segment) < ($1.far, $1.segment) }
            if let found = largest(count, of: near.map(\.segment), holding: size) { return found }
            if near.count >= byHeight.count - 1 || !(radius < Limits.farthest) { return nil }
            radius *= 2
        }
    }

    /// Takes from the front until the `count` largest of what was taken can hold `size`.
    private func largest(_ count: Int, of sorted: [Int], holding size: Int) -> [Int]? {
        var kept: [Int] = []
        var held = 0
        for segment in sorted {
            let capacity = segments[segment].capacity
            if kept.count < count {
                held += capacity
            } else {
                // The last is the smallest.
                let smallest = segments[kept[count - 1]].capacity
                guard capacity > smallest else { continue }
                held += capacity - smallest
                kept.removeLast()
            }
            let place = kept.firstIndex { segments[$0].capacity < capacity } ?? kept.count
            kept.insert(segment, at: place)
            if kept.count == count, held >= size { return kept }
        }
        return nil
    }

    private func lowerBound(_ height: Double) -> Int {
        var low = 0
        var high = byHeight.count
        while low < high {
            let middle = (low + high) / 2
            if segments[byHeight[middle]].box.minY < height { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

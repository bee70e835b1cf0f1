/// Finds the segments near one of them.
struct Neighbourhood {
    struct Near {
        /// The square of the distance.
        var far: Double
        var segment: Int
    }

    let segments: [SeatSegment]
    private let runs: SeatRuns
    /// The first segment of each run, and the end of all.
    private let first: [Int32]

    /// `segments`: in place order.
    init(_ segments: [SeatSegment], _ runs: SeatRuns) {
        self.segments = segments
        self.runs = runs
        var first: [Int32] = []
        first.reserveCapacity(runs.runs.count + 1)
        for (position, segment) in segments.enumerated() {
            while first.count <= segment.run { first.append(Int32(position)) }
        }
        while first.count <= runs.runs.count { first.append(Int32(segments.count)) }
        self.first = first
    }

    /// All within `radius` seat widths of the middle of `anchor`, itself left out, the nearest first. Returns whether
    /// these are all there are.
    func find(around anchor: Int, within radius: Double, _ near: inout [Near]) -> Bool {
        near.removeAll(keepingCapacity: true)
        let center = runs.box(of: segments[anchor].places).center
        let square = radius * radius
        var position = lowerBound(center.y - radius - runs.highest)
        while position < runs.byHeight.count {
            let run = Int(runs.byHeight[position])
            position += 1
            let box = runs.runs[run].box
            if box.minY > center.y + radius { break }
            if first[run] == first[run + 1] || SeatRuns.distance(from: center, to: box) > square { continue }
            for segment in Int(first[run])..<Int(first[run + 1]) where segment != anchor {
                let far = SeatRuns.distance(from: center, to: runs.box(of: segments[segment].places))
                if far <= square { near.append(Near(far: far, segment: segment)) }
            }
        }
        near.sort { ($0.far, $0.segment) < ($1.far, $1.segment) }
        return near.count == segments.count - 1 || !(radius < Limits.farthest)
    }

    /// The first position in `byHeight` of a run that begins at `height` or behind.
    private func lowerBound(_ height: Double) -> Int {
        var low = 0
        var high = runs.byHeight.count
        while low < high {
            let middle = (low + high) / 2
            if runs.runs[Int(runs.byHeight[middle])].box.minY < height { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

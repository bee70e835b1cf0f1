/// Parties that no free stretch can take whole: in the fewest pieces, of about one size, near each other.
extension SeatSuggester {
    /// Consecutive places that suit, within one free stretch.
    struct Segment {
        var places: Range<Int>
        var stretch: Range<Int>
        /// The largest piece of the party that it can take.
        var capacity: Int
        /// Around its seats.
        var box: MapRectangle
        var row: Int
    }

    func inPieces() -> [SeatSuggestion] {
        let segments = segments()
        let groups = judge.policy.sameRowOnly ? rows(of: segments) : [segments]
        for more in 0...Limits.morePieces {
            var found: [Gathering] = []
            let counts = groups.map { fewest($0).map { $0 + more } }
            guard let fewest = counts.compactMap({ $0 }).min(), fewest <= query.count else { return [] }
            let fitting = zip(groups, counts).filter { $0.1 == fewest }.prefix(Limits.gatheringRows)
            for (group, _) in fitting { found += gatherings(of: fewest, among: group) }
            let proposals = proposals(found)
            if !proposals.isEmpty { return proposals }
        }
        return []
    }

    // MARK: Segments

    /// In place order.
    private func segments() -> [Segment] {
        var segments: [Segment] = []
        for run in runs.runs {
            eachStretch(of: run, atLeast: 1) { stretch in
                var start = stretch.lowerBound
                while start < stretch.upperBound {
                    guard suits(start) else {
                        start += 1
                        continue
                    }
                    var end = start + 1
                    while end < stretch.upperBound, suits(end) { end += 1 }
                    add(start..<end, of: stretch, &segments)
                    start = end
                }
            }
        }
        return segments
    }

    private func add(_ places: Range<Int>, of stretch: Range<Int>, _ segments: inout [Segment]) {
        var capacity = min(places.count, query.count)
        if runs.hasPairs {
            while capacity > 0, !windows(of: capacity, in: places).contains(where: keepsPairs) { capacity -= 1 }
        }
        guard capacity > 0 else { return }
        let first = runs.points[places.lowerBound]
        let last = runs.points[places.upperBound - 1]
        segments.append(
            Segment(
                places: places, stretch: stretch, capacity: capacity,
                box: MapRectangle(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y),
                row: hall.row(ofSeat: Int(runs.seats[places.lowerBound]))))
    }

    /// A row's segments together.
    private func rows(of segments: [Segment]) -> [[Segment]] {
        var rows: [[Segment]] = []
        for segment in segments {
            if rows.last?.last?.row == segment.row {
                rows[rows.count - 1].append(segment)
            } else {
                rows.append([segment])
            }
        }
        // The nearest first.
        let far = rows.map { $0.map { SeatRuns.distance(from: runs.focus, to: $0.box) }.min() ?? 0 }
        return rows.indices.sorted { (far[$0], $0) < (far[$1], $1) }.map { rows[$0] }
    }

    private func windows(of size: Int, in places: Range<Int>) -> some Sequence<Range<Int>> {
        (places.lowerBound..<max(places.lowerBound, places.upperBound - size + 1)).lazy.map { $0..<($0 + size) }
    }

    /// How many segments the party needs at least; nil if all of them are too few.
    private func fewest(_ segments: [Segment]) -> Int? {
        var bySize = [Int](repeating: 0, count: query.count + 1)
        for segment in segments { bySize[segment.capacity] += 1 }
        var left = query.count
        var pieces = 0
        for size in stride(from: query.count, to: 0, by: -1) where bySize[size] > 0 {
            let needed = (left + size - 1) / size
            if needed <= bySize[size] { return pieces + needed }
            pieces += bySize[size]
            left -= bySize[size] * size
        }
        return nil
    }

    // MARK: Gatherings

    /// The party's pieces, in place order, and the whole as it scores.
    struct Gathering {
        var pieces: [Range<Int>]
        var total: Double
        var tie: UInt64
    }

    /// The best of each of some segments with those near it that make `count` pieces.
    private func gatherings(of count: Int, among segments: [Segment]) -> [Gathering] {
        let far = segments.map { SeatRuns.distance(from: runs.focus, to: $0.box) }
        let byPlace = Self.first(Limits.gatheringsByPlace, of: segments.count) { (far[$0], $0) < (far[$1], $1) }
        // As many as a party can have pieces, and itself.
        let bySize = Self.first(max(Limits.gatheringsBySize, count + 1), of: segments.count) {
            (-segments[$0].capacity, far[$0], $0) < (-segments[$1].capacity, far[$1], $1)
        }
        let byHeight = segments.indices.sorted { (segments[$0].box.minY, $0) < (segments[$1].box.minY, $1) }
        let near = Neighbourhood(segments: segments, byHeight: byHeight)
        // Where a piece of the party leaves nobody alone, though others may be nearer.
        let clean = segments.indices.map { leavesNobody(of: count, on: segments[$0]) }
        let nearClean = Neighbourhood(segments: segments, byHeight: byHeight.filter { clean[$0] })
        var anchors = byPlace
        anchors += bySize.prefix(Limits.gatheringsBySize).filter { !byPlace.contains($0) }
        anchors += Self.first(Limits.gatheringsByPlace, of: segments.count) {
            (clean[$0] ? 0 : 1, far[$0], $0) < (clean[$1] ? 0 : 1, far[$1], $1)
        }.filter { clean[$0] && !anchors.contains($0) }
        var seen: Set<[Int]> = []
        var found: [Gathering] = []
        for anchor in anchors {
            let left = query.count - segments[anchor].capacity
            var choices = [
                near.nearest(count - 1, around: anchor, holding: left)
                    // Wherever they are.
                    ?? Array(bySize.lazy.filter { $0 != anchor }.prefix(count - 1))
            ]
            if clean[anchor], let others = nearClean.nearest(count - 1, around: anchor, holding: left) {
                choices.append(others)
            }
            for others in choices {
                let chosen = [anchor] + others
                guard chosen.count == count, seen.insert(chosen.sorted()).inserted else { continue }
                if let gathering = gathering(chosen.map { segments[$0] }) { found.append(gathering) }
            }
        }
        return found
    }

    /// Whether one of `count` pieces of about one size can sit there and leave nobody alone.
    private func leavesNobody(of count: Int, on segment: Segment) -> Bool {
        let least = query.count / count
        return (least...max(least, (query.count + count - 1) / count)).contains { size in
            size > 0 && size <= segment.capacity && fewestOrphans(size, on: segment) == 0
        }
    }

    /// The first `count` of the numbers below `end` in some order: of many thousands, sorting would take most of the time.
    private static func first(_ count: Int, of end: Int, by isBefore: (Int, Int) -> Bool) -> [Int] {
        var first: [Int] = []
        for number in 0..<end {
            if first.count == count {
                guard isBefore(number, first[count - 1]) else { continue }
                first.removeLast()
            }
            let place = first.firstIndex { isBefore(number, $0) } ?? first.count
            first.insert(number, at: place)
        }
        return first
    }

    /// The party on these segments, a piece on each; nil if they cannot take it.
    private func gathering(_ segments: [Segment]) -> Gathering? {
        guard let sizes = sizes(segments) else { return nil }
        var target = runs.focus
        var pieces: [Range<Int>] = []
        for (segment, size) in zip(segments, sizes) {
            guard let piece = piece(of: size, on: segment, near: target) else { return nil }
            // The others come to the first.
            if pieces.isEmpty { target = runs.middle(of: piece) }
            pieces.append(piece)
        }
        pieces.sort { $0.lowerBound < $1.lowerBound }
        return scored(pieces)
    }

    /// Sizes as equal as can be, and of equal ones those that leave fewest alone.
    private func sizes(_ segments: [Segment]) -> [Int]? {
        let count = query.count
        // For each sum: the least cost of the segments so far, and the last one's size.
        var costs = [Int?](repeating: nil, count: count + 1)
        costs[0] = 0
        var last: [[Int]] = []
        for segment in segments {
            var next = [Int?](repeating: nil, count: count + 1)
            var sizes = [Int](repeating: 0, count: count + 1)
            for size in 1...segment.capacity {
                guard let orphans = fewestOrphans(size, on: segment) else { continue }
                let unequal = size * segments.count - count
                let cost = unequal * unequal * 1_000 + orphans
                for sum in 0...(count - size) {
                    guard let before = costs[sum] else { continue }
                    if next[sum + size].map({ before + cost < $0 }) ?? true {
                        next[sum + size] = before + cost
                        sizes[sum + size] = size
                    }
                }
            }
            costs = next
            last.append(sizes)
        }
        guard costs[count] != nil else { return nil }
        var left = count
        var result: [Int] = []
        for sizes in last.reversed() {
            result.append(sizes[left])
            left -= sizes[left]
        }
        return result.reversed()
    }

    private func fewestOrphans(_ size: Int, on segment: Segment) -> Int? {
        var fewest: Int?
        for window in windows(of: size, in: segment.places) where keepsPairs(window) {
            let count = orphans(leftBy: window, in: segment.stretch)
            fewest = min(fewest ?? count, count)
            if fewest == 0 { break }
        }
        return fewest
    }

    private func piece(of size: Int, on segment: Segment, near target: MapPoint) -> Range<Int>? {
        var best: (window: Range<Int>, orphans: Int, far: Double)?
        for window in windows(of: size, in: segment.places) where keepsPairs(window) {
            let count = orphans(leftBy: window, in: segment.stretch)
            let middle = runs.middle(of: window)
            let (x, y) = (middle.x - target.x, middle.y - target.y)
            let far = x * x + y * y
            if best.map({ (count, far) < ($0.orphans, $0.far) }) ?? true { best = (window, count, far) }
        }
        return best?.window
    }

    private func scored(_ pieces: [Range<Int>]) -> Gathering {
        let places = pieces.flatMap { $0 }
        let score = judge.score(places, restricted: places.count(where: isRestricted))
        return Gathering(pieces: pieces, total: score.total, tie: tie(places[0]))
    }

    /// The best that share no seat, as far as the judge accepts them.
    private func proposals(_ found: [Gathering]) -> [SeatSuggestion] {
        let sorted = found.sorted {
            ($0.total, $0.tie, $1.pieces[0].lowerBound) > ($1.total, $1.tie, $0.pieces[0].lowerBound)
        }
        var taken: Set<Int> = []
        var proposals: [SeatSuggestion] = []
        for gathering in sorted where proposals.count < limit {
            let places = gathering.pieces.flatMap { $0 }
            guard taken.isDisjoint(with: places) else { continue }
            var final = places
            let seats = places.map { runs.seats[$0] }
            if let fault = judge.fault(of: seats) {
                // The judge's own repair, if it is made of seats that were asked for.
                final = judge.repair(of: seats, fault)?.map(runs.place).sorted() ?? []
                guard !final.isEmpty, final.allSatisfy(suits), taken.isDisjoint(with: final) else { continue }
            }
            taken.formUnion(final)
            proposals.append(judge.proposal(final))
        }
        return proposals
    }
}

/// Parties that no free stretch can take whole: in the fewest pieces, of about one size, near each other.
extension SeatSuggester {
    func inPieces() -> [SeatSuggestion] {
        let segments = segments()
        let capacities = PieceCapacities(segments, of: query.count)
        var apart = self
        // What a party could have together it would have been given.
        apart.judge.knowsNoWindow = !keepsPairs && !capacities.holdAll
        guard judge.policy.sameRowOnly else { return apart.inPieces(of: [(segments, capacities)]) }
        return apart.inPieces(of: rows(of: segments).map { ($0, PieceCapacities($0, of: query.count)) })
    }

    private typealias Group = (segments: [SeatSegment], capacities: PieceCapacities)

    private func inPieces(of groups: [Group]) -> [SeatSuggestion] {
        for more in 0...Limits.morePieces {
            guard let fewest = groups.compactMap(\.capacities.fewest).min(), fewest + more <= query.count else {
                return []
            }
            let fitting = groups.filter { $0.capacities.fewest == fewest }.prefix(Limits.gatheringRows)
            let found = fitting.flatMap { gatherings(of: fewest + more, among: $0) }
            let proposals = proposals(found)
            if !proposals.isEmpty { return proposals }
        }
        return []
    }

    /// The best of each of some segments with those near it that make `count` pieces.
    private func gatherings(of count: Int, among group: Group) -> [SeatGatherer.Gathering] {
        // Pairs are taken by twos.
        let least = group.capacities.least(ofPieces: count) & (keepsPairs ? ~1 : ~0)
        if least > 1 {
            var gatherer = SeatGatherer(self, group.segments.filter { $0.capacity >= least }, pieces: count)
            let found = gatherer.gatherings()
            // Only where pairs say which sizes there can be may smaller pieces do what these cannot.
            if !found.isEmpty || !keepsPairs { return found }
        }
        guard group.segments.count >= count else { return [] }
        var gatherer = SeatGatherer(self, group.segments, pieces: count)
        return gatherer.gatherings()
    }

    // MARK: Segments

    /// In place order.
    private func segments() -> [SeatSegment] {
        var segments: [SeatSegment] = []
        for (position, run) in runs.runs.enumerated() {
            // Most runs of most halls: no seat need be looked at twice.
            let isAsked = takesPlain && run.isPlain
            eachStretch(of: run, atLeast: 1) { stretch in
                if isAsked {
                    let capacity = min(stretch.count, query.count)
                    segments.append(SeatSegment(stretch, of: stretch, run: position, capacity: capacity))
                    return
                }
                var start = stretch.lowerBound
                while start < stretch.upperBound {
                    guard suits(start) else {
                        start += 1
                        continue
                    }
                    var end = start + 1
                    while end < stretch.upperBound, suits(end) { end += 1 }
                    let capacity = capacity(of: start..<end, hasPairs: run.hasPairs)
                    if capacity > 0 {
                        segments.append(SeatSegment(start..<end, of: stretch, run: position, capacity: capacity))
                    }
                    start = end
                }
            }
        }
        return segments
    }

    private func capacity(of places: Range<Int>, hasPairs: Bool) -> Int {
        var capacity = min(places.count, query.count)
        guard hasPairs, keepsPairs else { return capacity }
        while capacity > 0, !windows(of: capacity, in: places).contains(where: keepsPairs) { capacity -= 1 }
        return capacity
    }

    /// A row's segments together.
    private func rows(of segments: [SeatSegment]) -> [[SeatSegment]] {
        var rows: [(segments: [SeatSegment], row: Int, far: Double)] = []
        for segment in segments {
            let row = hall.row(ofSeat: Int(runs.seats[segment.places.lowerBound]))
            let far = SeatRuns.distance(from: runs.focus, to: runs.box(of: segment.places))
            if rows.last?.row == row {
                rows[rows.count - 1].segments.append(segment)
                rows[rows.count - 1].far = min(rows[rows.count - 1].far, far)
            } else {
                rows.append(([segment], row, far))
            }
        }
        // The nearest first.
        return rows.indices.sorted { (rows[$0].far, $0) < (rows[$1].far, $1) }.map { rows[$0].segments }
    }

    func windows(of size: Int, in places: Range<Int>) -> some Sequence<Range<Int>> {
        (places.lowerBound..<max(places.lowerBound, places.upperBound - size + 1)).lazy.map { $0..<($0 + size) }
    }

    // MARK: Answers

    /// Pairs may leave no piece that a group could be made of: then whole pairs and single seats wherever they are.
    func inUnits() -> [SeatSuggestion] {
        let places = judge.wholeUnits(of: query.count, kind: query.kind, near: runs.focus, suits)
        guard let places, let settled = judge.settled(SeatJudge.Choice(places: places)),
            settled.places.allSatisfy(suits)
        else { return [] }
        return [judge.proposal(settled.places)]
    }

    /// The best that share no seat, as far as the judge accepts them.
    private func proposals(_ found: [SeatGatherer.Gathering]) -> [SeatSuggestion] {
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

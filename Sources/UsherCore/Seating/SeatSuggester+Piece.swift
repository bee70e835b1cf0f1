/// One piece of a party.
extension SeatSuggester {
    /// How many seats a piece of this size leaves alone on a segment at least; nil if it cannot sit there.
    func fewestOrphans(_ size: Int, on segment: SeatSegment) -> Int? {
        let stretch = segment.stretch
        var fewest: Int?
        for window in windows(of: size, in: segment.places) where keepsPairs(window) {
            let count = orphans(leftBy: window, in: stretch)
            if count == 0 { return 0 }
            fewest = min(fewest ?? count, count)
        }
        return fewest
    }

    /// The best place for a piece on a segment: leaving fewest alone, with fewest restricted views and halves, nearest to `target`.
    /// `mayLeave`: somebody may be left alone, by this piece or by another one of the same stretch.
    func piece(of size: Int, on segment: SeatSegment, near target: MapPoint) -> (places: Range<Int>, mayLeave: Bool)? {
        struct Rank {
            var orphans: Int
            var restricted: Int
            var far: Double
        }
        let stretch = segment.stretch
        var best: (window: Range<Int>, rank: Rank)?
        for window in windows(of: size, in: segment.places) where keepsPairs(window) {
            let middle = runs.middle(of: window)
            let (x, y) = (middle.x - target.x, middle.y - target.y)
            let rank = Rank(
                orphans: orphans(leftBy: window, in: stretch),
                restricted: restricted(in: window) + judge.halves(in: [window]),
                far: x * x + y * y)
            if let best,
                (best.rank.orphans, best.rank.restricted, best.rank.far) <= (rank.orphans, rank.restricted, rank.far)
            {
                continue
            }
            best = (window, rank)
        }
        return best.map { best in
            // A seat of another zone or kind may count once other pieces are there.
            let left = best.window.lowerBound - stretch.lowerBound
            let right = stretch.upperBound - best.window.upperBound
            return (best.window, left == 1 || right == 1 || segment.places != stretch)
        }
    }

    /// What a party on these groups of places scores.
    func score(of pieces: [Range<Int>], leavesSomebody: Bool) -> SeatScore {
        let orphans = leavesSomebody ? judge.orphans(of: SeatJudge.Choice(places: pieces.flatMap { $0 })).count : 0
        return judge.score(pieces, orphans: orphans, restricted: pieces.reduce(0) { $0 + restricted(in: $1) })
    }

    private func restricted(in places: Range<Int>) -> Int {
        guard runs.hasRestrictedViews, query.kind == .standard else { return 0 }
        return places.count { runs.kinds[$0] == .restrictedView }
    }
}

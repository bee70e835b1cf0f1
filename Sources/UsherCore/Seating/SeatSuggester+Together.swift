/// Parties that sit together.
extension SeatSuggester {
    /// Consecutive places for the whole party.
    struct Window {
        var places: Range<Int>
        var score: SeatScore
        var total: Double
        /// Length of the free stretch.
        var room: Int
        var tie: UInt64

        func isBetter(than other: Window) -> Bool {
            (total, room, tie, other.places.lowerBound)
                > (other.total, other.room, other.tie, places.lowerBound)
        }
    }

    /// The best windows that share no seat, best first, at most `limit`.
    func together() -> [Window] {
        var best: [Window] = []
        for position in runs.nearest {
            let run = runs.runs[Int(position)]
            let floor = best.count == limit ? best[limit - 1].total : -Double.infinity
            // All that follow are as far or farther.
            let nearest = SeatRuns.distance(from: runs.focus, to: run.box)
            if SeatScore.best(atSquare: nearest, runs) < floor { break }
            if run.places.count < query.count { continue }
            for window in windows(in: run, atLeast: floor) {
                let place = best.firstIndex { window.isBetter(than: $0) } ?? best.count
                if place == limit { break }
                best.insert(window, at: place)
                if best.count > limit { best.removeLast() }
            }
        }
        return best
    }

    /// The free stretches of a run that have `size` places at least.
    func eachStretch(of run: SeatRuns.Run, atLeast size: Int, _ body: (Range<Int>) -> Void) {
        // The first place that is not known to be taken; the one before it is, if it is of the run.
        var start = run.places.lowerBound
        while start + size <= run.places.upperBound {
            // From behind: whatever is taken lets all before it be passed over unseen.
            var last = start + size - 1
            while last >= start, isFree(last) { last -= 1 }
            guard last < start else {
                start = last + 1
                continue
            }
            var end = start + size
            while end < run.places.upperBound, isFree(end) { end += 1 }
            body(start..<end)
            start = end + 1
        }
    }

    /// A run's best windows that share no seat, best first.
    private func windows(in run: SeatRuns.Run, atLeast floor: Double) -> [Window] {
        var found: [Window] = []
        eachStretch(of: run, atLeast: query.count) { stretch in
            let before = found.count
            var leavesNone = false
            eachWindow(in: stretch, hasPairs: run.hasPairs) { window in
                if window.score.orphans == 0 { leavesNone = true }
                if window.total >= floor { found.append(window) }
            }
            // Where somebody need not be left alone, they must not be.
            if leavesNone, judge.policy.orphanRule != .off {
                let good = found[before...].filter { $0.score.orphans == 0 }
                found.replaceSubrange(before..., with: good)
            }
        }
        if found.count > 1 { found.sort { $0.isBetter(than: $1) } }
        var chosen: [Window] = []
        for window in found where !chosen.contains(where: { $0.places.overlaps(window.places) }) {
            chosen.append(window)
            if chosen.count == limit { break }
        }
        return chosen
    }

    private func eachWindow(in stretch: Range<Int>, hasPairs: Bool, _ body: (Window) -> Void) {
        var suiting = 0
        var restricted = 0
        for place in stretch {
            guard suits(place) else {
                (suiting, restricted) = (0, 0)
                continue
            }
            suiting += 1
            if isRestricted(place) { restricted += 1 }
            let start = place + 1 - query.count
            if suiting > query.count, isRestricted(start - 1) { restricted -= 1 }
            guard suiting >= query.count else { continue }
            let window = start..<(place + 1)
            if hasPairs, !keepsPairs(window) { continue }
            let score = SeatScore(
                orphans: orphans(leftBy: window, in: stretch), restricted: restricted,
                halves: hasPairs ? judge.halves(in: [window]) : 0, middle: runs.middle(of: window), runs)
            body(Window(places: window, score: score, total: score.total, room: stretch.count, tie: tie(start)))
        }
    }

    /// A disadvantage only for who has not asked for it.
    func isRestricted(_ place: Int) -> Bool {
        query.kind == .standard && runs.kinds[place] == .restrictedView
    }
}

/// What else a party could take: consecutive seats of its zones and kinds that split no pair and leave nobody alone.
extension SeatJudge {
    /// The search for one size in one stretch after another.
    private struct Search {
        var size: Int
        var wheelchairs: Int
        var companions: Int
        /// The party's places elsewhere, which stay.
        var rest: Choice
        /// Whether somebody may be left alone.
        var mayLeave = false
    }

    /// Whether the part could sit together in its stretch without leaving a seat alone.
    func hasWindow(for part: Part, of choice: Choice, _ needs: PartyNeeds) -> Bool {
        nearestWindow(for: part, of: choice, needs, isEnough: true) != nil
    }

    /// Where in its stretch the part could sit, nearest to where it would.
    func nearestWindow(
        for part: Part, of choice: Choice, _ needs: PartyNeeds, isEnough: Bool = false
    ) -> Range<Int>? {
        let kinds = part.places.lazy.map { runs.kinds[$0] }
        let search = Search(
            size: part.places.count, wheelchairs: kinds.count { $0 == .wheelchair },
            companions: kinds.count { $0 == .companion },
            rest: Choice(places: choice.places.filter { !part.stretch.contains($0) }))
        // Twice the middle, in places.
        let wanted = part.places.reduce(0, +) * 2 / part.places.count
        var best: (window: Range<Int>, far: Int, shared: Int)?
        eachWindow(in: part.stretch, search, needs) { window in
            let far = abs(window.lowerBound + window.upperBound - 1 - wanted)
            let shared = part.places.count { window.contains($0) }
            if best.map({ (far, -shared) < ($0.far, -$0.shared) }) ?? true { best = (window, far, shared) }
            return !isEnough
        }
        return best?.window
    }

    /// Where in the hall the whole party could sit together, nearest to where it would.
    func nearestWindow(
        for choice: Choice, _ needs: PartyNeeds, mayLeave: Bool = false, isEnough: Bool = false
    ) -> Range<Int>? {
        guard let first = choice.places.first else { return nil }
        let search = Search(
            size: choice.places.count, wheelchairs: needs.wheelchairs, companions: needs.companions,
            rest: Choice(places: []), mayLeave: mayLeave)
        let wanted = runs.middle(of: choice.places)
        var best: (window: Range<Int>, far: Double)?
        func look(_ run: SeatRuns.Run) {
            guard run.places.count >= search.size else { return }
            if let best, SeatRuns.distance(from: wanted, to: run.box) >= best.far { return }
            var place = run.places.lowerBound
            while place < run.places.upperBound {
                guard isFree(runs.seats[place]) else {
                    place += 1
                    continue
                }
                var end = place + 1
                while end < run.places.upperBound, isFree(runs.seats[end]) { end += 1 }
                eachWindow(in: place..<end, search, needs) { window in
                    let middle = runs.middle(of: window)
                    let (x, y) = (middle.x - wanted.x, middle.y - wanted.y)
                    let far = x * x + y * y
                    if best.map({ far < $0.far }) ?? true { best = (window, far) }
                    return !isEnough
                }
                place = end
            }
        }
        // The own run first: what is found there keeps the others short.
        let home = runs.runs[runs.run(of: first)]
        look(home)
        for run in runs.runs {
            if isEnough, best != nil { break }
            if run.places.lowerBound != home.places.lowerBound { look(run) }
        }
        return best?.window
    }

    /// The same for a group that has nobody elsewhere and no place for a wheelchair or a companion.
    func eachWindow(of size: Int, in stretch: Range<Int>, _ needs: PartyNeeds, _ body: (Range<Int>) -> Bool) {
        let search = Search(size: size, wheelchairs: 0, companions: 0, rest: Choice(places: []))
        eachWindow(in: stretch, search, needs, body)
    }

    /// Gives `body` the windows in order, until it returns false.
    private func eachWindow(
        in stretch: Range<Int>, _ search: Search, _ needs: PartyNeeds, _ body: (Range<Int>) -> Bool
    ) {
        guard stretch.count >= search.size else { return }
        let mayLeaveFirst = search.mayLeave || !needs.minds(stretch.lowerBound, runs)
        let mayLeaveLast = search.mayLeave || !needs.minds(stretch.upperBound - 1, runs)
        var (misfits, wheelchairs, companions) = (0, 0, 0)
        func note(_ place: Int, _ count: Int) {
            if !needs.fits(place, runs) { misfits += count }
            if runs.kinds[place] == .wheelchair { wheelchairs += count }
            if runs.kinds[place] == .companion { companions += count }
        }
        for end in stretch {
            note(end, 1)
            let start = end + 1 - search.size
            guard start >= stretch.lowerBound else { continue }
            if start > stretch.lowerBound { note(start - 1, -1) }
            guard misfits == 0, wheelchairs == search.wheelchairs, companions == search.companions else { continue }
            if start - stretch.lowerBound == 1, !mayLeaveFirst { continue }
            if stretch.upperBound - end == 2, !mayLeaveLast { continue }
            let window = start..<(end + 1)
            if keepsPairs, splits(window, search.rest) { continue }
            if !body(window) { return }
        }
    }

    private func splits(_ window: Range<Int>, _ rest: Choice) -> Bool {
        func isTorn(_ place: Int) -> Bool {
            let partner = Int(runs.partners[place])
            guard partner >= 0, !window.contains(partner), !rest.contains(partner) else { return false }
            return isFree(runs.seats[partner])
        }
        return window.contains(where: isTorn) || rest.places.contains(where: isTorn)
    }
}

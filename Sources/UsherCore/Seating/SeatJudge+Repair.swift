/// What to take instead.
extension SeatJudge {
    /// The nearest choice of the same size that would be accepted, for one that has a fault; nil if none is found.
    ///
    /// Of a party in several stretches each part is moved within its own. Where somebody would still be left alone, the
    /// parts are shared out anew among these stretches and those around them, if that leaves nobody alone.
    func repair(of seats: [Int32], _ fault: SeatFault) -> [Int32]? {
        let choice = Choice(seats, runs)
        let needs = needs(of: choice.places)
        if policy.orphanRule == .strict || fault.isSplitPair, let together = nearestWindow(for: choice, needs) {
            return accepted(Array(together))
        }
        guard !fault.isSplitPair else { return nil }
        var moved = choice
        var repaired: [Int32]?
        // A party that has moved has fewer zones and kinds, which may open a way for another of its parts.
        for _ in 0..<Limits.repairRounds where repaired == nil {
            moved = self.moved(moved)
            repaired = accepted(moved.places)
        }
        if repaired != nil, orphans(of: moved).isEmpty { return repaired }
        if let shared = sharedAnew(choice, needs), let better = accepted(shared) { return better }
        return repaired ?? nearestWindow(for: choice, needs).flatMap { accepted(Array($0)) }
    }

    /// Each part of the choice that leaves seats alone although it need not, moved within its stretch.
    private func moved(_ choice: Choice) -> Choice {
        let needs = needs(of: choice.places)
        var moved = choice
        for part in parts(of: choice) where !orphans(of: part, needs).isEmpty {
            guard let window = nearestWindow(for: part, of: moved, needs) else { continue }
            moved = Choice(places: moved.places.filter { !part.stretch.contains($0) } + window)
        }
        return moved
    }

    private func accepted(_ places: [Int]) -> [Int32]? {
        let seats = places.map { runs.seats[$0] }
        return fault(of: seats) == nil ? seats : nil
    }
}

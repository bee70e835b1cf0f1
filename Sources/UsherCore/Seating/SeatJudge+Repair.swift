/// What to take instead.
extension SeatJudge {
    /// The nearest choice of the same size that would be accepted, for one that has a fault; nil if there is none with as
    /// many places for wheelchairs and companions.
    ///
    /// Of a party in several stretches each part is moved within its own. Where somebody would still be left alone, the
    /// parts are shared out anew among these stretches and those around them, if that leaves nobody alone. A party that
    /// tears a pair is seated together first, and in its own zones and kinds if it can be.
    func repair(of seats: [Int32], _ fault: SeatFault) -> [Int32]? {
        let choice = Choice(seats, runs)
        let needs = needs(of: choice.places)
        let repaired: Choice?
        switch fault {
        case .orphans: repaired = leavingNobodyAlone(choice, needs)
        case .splitPair: repaired = needs.widening.lazy.compactMap { tearingNoPair(choice, $0) }.first
        }
        return repaired?.places.map { runs.seats[$0] }
    }

    private func leavingNobodyAlone(_ choice: Choice, _ needs: PartyNeeds) -> Choice? {
        if policy.orphanRule == .strict, let together = nearestWindow(for: choice, needs) {
            return Choice(places: Array(together))
        }
        let settled = settled(choice)
        if let settled, orphans(of: settled).isEmpty { return settled }
        return sharedAnew(choice, needs).flatMap(accepted) ?? settled
    }

    /// Nobody is left alone, if that can be; and the more of the party stays together the better.
    private func tearingNoPair(_ choice: Choice, _ needs: PartyNeeds) -> Choice? {
        if let together = nearestWindow(for: choice, needs).flatMap({ accepted(Array($0)) }) { return together }
        if let shared = sharedAnew(choice, needs).flatMap(accepted) { return shared }
        guard let whole = wholeUnits(instead: choice, needs).flatMap({ settled(Choice(places: $0)) }) else {
            return nil
        }
        if orphans(of: whole).isEmpty { return whole }
        let own = self.needs(of: whole.places)
        if let shared = sharedAnew(whole, own).flatMap(accepted) { return shared }
        return nearestWindow(for: choice, needs, mayLeave: true).flatMap { accepted(Array($0)) } ?? whole
    }

    /// A choice that tears no pair, with each part that leaves seats alone although it need not moved within its stretch.
    ///
    /// A party that has moved has fewer zones and kinds, which may open a way for another of its parts, or for all of it:
    /// so it is looked at again. Each time one part more leaves nobody alone, and none less.
    func settled(_ choice: Choice) -> Choice? {
        var settled = choice
        for _ in 0...choice.places.count {
            guard let fault = fault(of: settled.places.map { runs.seats[$0] }) else { return settled }
            guard !fault.isSplitPair else { return nil }
            let moved = moved(settled)
            if moved.places != settled.places {
                settled = moved
            } else if let together = nearestWindow(for: settled, needs(of: settled.places)) {
                settled = Choice(places: Array(together))
            } else {
                return nil
            }
        }
        return accepted(settled.places)
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

    private func accepted(_ places: [Int]) -> Choice? {
        fault(of: places.map { runs.seats[$0] }) == nil ? Choice(places: places) : nil
    }
}

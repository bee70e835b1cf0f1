/// What to take instead.
extension SeatJudge {
    /// The nearest choice of the same size that would be accepted, for one that has a fault; nil if none is found.
    func repair(of seats: [Int32], _ fault: SeatFault) -> [Int32]? {
        let choice = Choice(seats, runs)
        if case .orphans = fault, policy.orphanRule == .avoidable {
            // A party that has moved has fewer zones and kinds, which may open a way for another of its parts.
            var moved = choice
            for _ in 0..<Limits.repairRounds {
                moved = self.moved(moved)
                if let accepted = accepted(moved.places) { return accepted }
            }
        }
        guard let window = nearestWindow(for: choice, needs(of: choice.places)) else { return nil }
        return accepted(Array(window))
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

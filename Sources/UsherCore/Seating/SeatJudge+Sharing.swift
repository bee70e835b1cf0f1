/// A party in several stretches, shared out anew so that nobody is left alone.
extension SeatJudge {
    /// A stretch that may take some of the party.
    private struct Room {
        var stretch: Range<Int>
        /// Those of the party's places that lie in it.
        var own: [Int]
        /// Whether they may stay as they are.
        var isGood: Bool
    }

    /// The choice of the same size that leaves nobody alone and moves the fewest people, in the party's own stretches and
    /// those nearest to them, a group in each; nil if there is none. Who has a place for a wheelchair is not moved about,
    /// nor is a party for which nobody would seek seats: the work grows with the square of its size.
    func sharedAnew(_ choice: Choice, _ needs: PartyNeeds) -> [Int]? {
        guard needs.wheelchairs == 0, needs.companions == 0, choice.places.count <= Limits.suggestedParty else {
            return nil
        }
        let rooms = rooms(for: choice, needs)
        guard let sizes = sizes(in: rooms, of: choice.places.count, needs) else { return nil }
        let middle = runs.middle(of: choice.places)
        var places: [Int] = []
        for (room, size) in zip(rooms, sizes) where size > 0 {
            if room.isGood, size == room.own.count {
                places += room.own
                continue
            }
            let wanted = room.own.isEmpty ? middle : runs.middle(of: room.own)
            var best: (window: Range<Int>, far: Double)?
            eachWindow(of: size, in: room.stretch, needs) { window in
                let own = runs.middle(of: window)
                let (x, y) = (own.x - wanted.x, own.y - wanted.y)
                let far = x * x + y * y
                if best.map({ far < $0.far }) ?? true { best = (window, far) }
                return true
            }
            guard let best else { return nil }
            places += best.window
        }
        let shared = Choice(places: places)
        return orphans(of: shared).isEmpty ? shared.places : nil
    }

    /// The party's own stretches, and then the nearest others.
    private func rooms(for choice: Choice, _ needs: PartyNeeds) -> [Room] {
        let own = parts(of: choice).map { part in
            let isTorn = keepsPairs && part.places.contains { isHalf($0, of: choice) }
            return Room(
                stretch: part.stretch, own: Array(part.places),
                isGood: !isTorn && orphans(of: part, needs).isEmpty)
        }
        guard let first = choice.places.first, let last = choice.places.last else { return [] }
        let row = hall.row(ofSeat: Int(runs.seats[first]))
        let middle = runs.middle(of: choice.places)
        var others: [(far: Double, stretch: Range<Int>)] = []
        for run in runs(around: runs.run(of: first)...runs.run(of: last)) {
            let places = runs.runs[run].places
            if policy.sameRowOnly, hall.row(ofSeat: Int(runs.seats[places.lowerBound])) != row { continue }
            var place = places.lowerBound
            while place < places.upperBound {
                guard isFree(runs.seats[place]) else {
                    place += 1
                    continue
                }
                var end = place + 1
                while end < places.upperBound, isFree(runs.seats[end]) { end += 1 }
                if !own.contains(where: { $0.stretch.lowerBound == place }) {
                    others.append((SeatRuns.distance(from: middle, to: runs.box(of: place..<end)), place..<end))
                }
                place = end
            }
        }
        others.sort { ($0.far, $0.stretch.lowerBound) < ($1.far, $1.stretch.lowerBound) }
        return own + others.prefix(Limits.repairStretches).map { Room(stretch: $0.stretch, own: [], isGood: false) }
    }

    /// Those around a party's first and its last; of one across the whole hall not what lies between.
    func runs(around own: ClosedRange<Int>) -> [Int] {
        let reach = Limits.repairRuns
        let first = max(0, own.lowerBound - reach)...min(runs.runs.count - 1, own.lowerBound + reach)
        let last = max(first.upperBound + 1, own.upperBound - reach)
        return Array(first) + (last..<max(last, min(runs.runs.count, own.upperBound + reach + 1)))
    }

    /// How many sit in each: whoever changes rooms counts, and then how many rooms are new and how far they are.
    private func sizes(in rooms: [Room], of count: Int, _ needs: PartyNeeds) -> [Int]? {
        var costs = [Int?](repeating: nil, count: count + 1)
        costs[0] = 0
        var chosen: [[Int]] = []
        for (rank, room) in rooms.enumerated() {
            var next = [Int?](repeating: nil, count: count + 1)
            var sizes = [Int](repeating: 0, count: count + 1)
            for size in 0...min(count, room.stretch.count) where mayTake(size, room, needs) {
                let isNew = size > 0 && room.own.isEmpty
                let cost = abs(size - room.own.count) * 1_000 + (isNew ? 100 + rank : 0)
                for sum in 0...(count - size) {
                    guard let before = costs[sum], next[sum + size].map({ before + cost < $0 }) ?? true else {
                        continue
                    }
                    next[sum + size] = before + cost
                    sizes[sum + size] = size
                }
            }
            costs = next
            chosen.append(sizes)
        }
        guard costs[count] != nil else { return nil }
        var left = count
        var result: [Int] = []
        for sizes in chosen.reversed() {
            result.append(sizes[left])
            left -= sizes[left]
        }
        return result.reversed()
    }

    private func mayTake(_ size: Int, _ room: Room, _ needs: PartyNeeds) -> Bool {
        if size == 0 || (room.isGood && size == room.own.count) { return true }
        var isPossible = false
        eachWindow(of: size, in: room.stretch, needs) { _ in
            isPossible = true
            return false
        }
        return isPossible
    }
}

/// Puts the pieces of a party together: on each of some segments and on those near it.
struct SeatGatherer {
    /// The party's pieces, in place order, and the whole as it scores.
    struct Gathering {
        var pieces: [Range<Int>]
        var total: Double
        /// Of that, what says how even it is and how many it leaves alone.
        var order: Double
        var tie: UInt64
    }

    let suggester: SeatSuggester
    let segments: [SeatSegment]
    let count: Int
    let share: PieceShare
    private let neighbourhood: Neighbourhood
    /// How far the segments are from where people look.
    let far: [Double]
    private var sizes: PieceSizes
    private var wanted: [Int] = []
    private var near: [Neighbourhood.Near] = []
    private var seen: Set<[Int]> = []

    private var runs: SeatRuns { suggester.runs }

    /// `segments`: in place order, as many as `pieces` at least.
    init(_ suggester: SeatSuggester, _ segments: [SeatSegment], pieces: Int) {
        self.suggester = suggester
        self.segments = segments
        count = pieces
        share = PieceShare(of: suggester.query.count, pieces: pieces)
        let runs = suggester.runs
        neighbourhood = Neighbourhood(segments, runs)
        far = segments.map { SeatRuns.distance(from: runs.focus, to: runs.box(of: $0.places)) }
        sizes = PieceSizes(of: suggester.query.count, pieces: pieces)
    }

    /// The best around each of the segments nearest to the focus, the largest, and the nearest where nobody need be left
    /// alone.
    mutating func gatherings() -> [Gathering] {
        let byPlace = first(Limits.gatheringsByPlace, by: { (far[$0], $0) < (far[$1], $1) })
        // As many as a party can have pieces, and itself.
        let bySize = first(
            max(Limits.gatheringsBySize, count + 1),
            by: { (-segments[$0].capacity, far[$0], $0) < (-segments[$1].capacity, far[$1], $1) })
        let clean = first(
            Limits.gatheringsByPlace, by: { (far[$0], $0) < (far[$1], $1) }, where: { cleanSizes(of: $0) != 0 })
        var anchors = byPlace
        for others in [Array(bySize.prefix(Limits.gatheringsBySize)), clean] {
            anchors += others.filter { !anchors.contains($0) }
        }
        var found: [Gathering] = []
        for anchor in anchors {
            let (nearest, apart) = companions(of: anchor)
            // Wherever they are, if need be.
            let usual = nearest ?? Array(bySize.lazy.filter { $0 != anchor }.prefix(count - 1))
            for others in [usual, apart ?? split(among: clean, with: anchor)] {
                guard let others, others.count == count - 1 else { continue }
                let chosen = ([anchor] + others).sorted()
                guard seen.insert(chosen).inserted else { continue }
                // The first piece is the anchor's: the others come to it.
                if let gathering = gathering([anchor] + others) { found.append(gathering) }
            }
        }
        // However far apart, if none of those near each other is as even and leaves as few alone.
        if !suggester.keepsPairs, let even = evenest(), seen.insert(even.sorted()).inserted,
            let gathering = gathering(even),
            found.allSatisfy({ $0.order < gathering.order })
        {
            found.append(gathering)
        }
        return found
    }

    // MARK: Whom to gather

    /// The nearest that can take the party with the anchor, and the nearest that can do so evenly while nobody is left
    /// alone; nil where there are none, or none near.
    private mutating func companions(of anchor: Int) -> (nearest: [Int]?, clean: [Int]?) {
        let left = suggester.query.count - segments[anchor].capacity
        var nearest: [Int]?
        var clean: [Int]?
        let mayBeClean = cleanSizes(of: anchor) != 0
        var radius = 2.0
        while true {
            let isAll = neighbourhood.find(around: anchor, within: radius, &near)
            let candidates = near.lazy.map(\.segment)
            nearest = nearest ?? largest(count - 1, of: candidates, holding: left)
            if mayBeClean { clean = clean ?? split(among: candidates, with: anchor) }
            let isFar = isAll || near.count > Limits.gatheringReach
            if isFar || (nearest != nil && (clean != nil || !mayBeClean)) { return (nearest, clean) }
            radius *= 2
        }
    }

    /// Takes from the front until the `count` largest of what was taken can hold `size`.
    private func largest(_ count: Int, of sorted: some Sequence<Int>, holding size: Int) -> [Int]? {
        guard count > 0 else { return size <= 0 ? [] : nil }
        var kept: [Int] = []
        var held = 0
        for segment in sorted {
            let capacity = segments[segment].capacity
            if kept.count < count {
                held += capacity
            } else {
                // The last is the smallest.
                let smallest = segments[kept[count - 1]].capacity
                guard capacity > smallest else { continue }
                held += capacity - smallest
                kept.removeLast()
            }
            let place = kept.firstIndex { segments[$0].capacity < capacity } ?? kept.count
            kept.insert(segment, at: place)
            if kept.count == count, held >= size { return kept }
        }
        return nil
    }

    /// Those of them, the first first, that make an even split with the anchor and leave nobody alone.
    private func split(among sorted: some Sequence<Int>, with anchor: Int) -> [Int]? {
        let own = cleanSizes(of: anchor)
        if count == 2 {
            return sorted.first { $0 != anchor && complete(own, cleanSizes(of: $0)) }.map { [$0] }
        }
        var roles = PieceRoles(share, pieces: count)
        guard roles.take(role(own)) else { return nil }
        var kept: [Int] = []
        for segment in sorted where segment != anchor {
            if roles.isComplete { break }
            if roles.take(role(cleanSizes(of: segment))) { kept.append(segment) }
        }
        return roles.isComplete ? kept : nil
    }

    /// The sizes of about an equal share, as bits, that can sit there and leave nobody alone.
    private func cleanSizes(of segment: Int) -> UInt64 {
        let segment = segments[segment]
        var sizes: UInt64 = 0
        for size in share.sizes where size <= segment.capacity && suggester.fewestOrphans(size, on: segment) == 0 {
            sizes |= 1 << UInt64(size)
        }
        return sizes
    }

    /// Whether some size of the one and some of the other are the party.
    private func complete(_ one: UInt64, _ other: UInt64) -> Bool {
        share.sizes.contains { size in
            let rest = suggester.query.count - size
            return one & 1 << UInt64(size) != 0 && share.sizes.contains(rest) && other & 1 << UInt64(rest) != 0
        }
    }

    /// Which pieces of an even split these sizes are.
    private func role(_ sizes: UInt64) -> PieceRoles.Role {
        var role: PieceRoles.Role = []
        if share.largerPieces > 0, sizes >> UInt64(share.larger) != 0 { role.insert(.larger) }
        // Where all are to be of one size, a little more will do as well.
        let most = share.largerPieces > 0 ? share.smaller : share.sizes.upperBound
        if sizes & (2 << UInt64(most) - 1) != 0 { role.insert(.smaller) }
        return role
    }

    /// The first `count` segments in some order, of those that are wanted: of many thousands, sorting would take most of
    /// the time.
    private func first(
        _ count: Int, by isBefore: (Int, Int) -> Bool, where isWanted: (Int) -> Bool = { _ in true }
    ) -> [Int] {
        var first: [Int] = []
        for segment in segments.indices {
            if first.count == count {
                guard isBefore(segment, first[count - 1]), isWanted(segment) else { continue }
                first.removeLast()
            } else if !isWanted(segment) {
                continue
            }
            let place = first.firstIndex { isBefore(segment, $0) } ?? first.count
            first.insert(segment, at: place)
        }
        return first
    }

    // MARK: The whole party

    /// The party on these segments, a piece on each; nil if they cannot take it.
    private mutating func gathering(_ chosen: [Int]) -> Gathering? {
        let (segments, suggester) = (segments, suggester)
        let isPossible = sizes.find(
            chosen, capacity: { segments[$0].capacity },
            orphans: { suggester.fewestOrphans($0, on: segments[$1]) }, &wanted)
        guard isPossible else { return nil }
        var target = runs.focus
        var pieces: [Range<Int>] = []
        pieces.reserveCapacity(count)
        var leavesSomebody = false
        for (segment, size) in zip(chosen, wanted) {
            guard let piece = suggester.piece(of: size, on: segments[segment], near: target) else { return nil }
            if pieces.isEmpty { target = runs.middle(of: piece.places) }
            pieces.append(piece.places)
            if piece.mayLeave { leavesSomebody = true }
        }
        pieces.sort { $0.lowerBound < $1.lowerBound }
        let score = suggester.score(of: pieces, leavesSomebody: leavesSomebody)
        return Gathering(
            pieces: pieces, total: score.total, order: score.balance + score.orphans,
            tie: suggester.tie(pieces[0].lowerBound))
    }
}

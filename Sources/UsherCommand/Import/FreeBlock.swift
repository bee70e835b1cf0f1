/// Parallel rows that stand one behind the other: what an editor of seating plans moves and turns as one.
struct FreeBlock {
    /// Indexes into the plan's rows, front to back once straightened.
    var rows: [Int]
    /// Turned so that its rows lie along x: for each of `rows`, its points in printed order.
    var points: [[SIMD2<Double>]]
    /// The turn in radians that was taken out.
    var angle: Double

    /// Groups the rows of one section and straightens each group around its own centre. Only rows that come near each
    /// other are compared: about linear in the seats.
    static func find(_ indexes: [Int], in rows: [FreeRow], unit: Double) -> [FreeBlock] {
        var parent = Array(indexes.indices)
        func root(_ item: Int) -> Int {
            var item = item
            while parent[item] != item {
                parent[item] = parent[parent[item]]
                item = parent[item]
            }
            return item
        }
        let side = Limits.freeReach * unit
        let traces = indexes.map { trace(rows[$0], side) }
        var lattice = [GridCell: [Int]]()
        for (item, trace) in traces.enumerated() {
            for cell in trace { lattice[cell, default: []].append(item) }
        }
        var compared = Array(repeating: -1, count: indexes.count)
        for item in indexes.indices {
            for cell in traces[item].lazy.flatMap(\.around) {
                guard let near = lattice[cell] else { continue }
                for other in near[first(after: item, in: near)...].prefix(Limits.crowdedSeats)
                where compared[other] != item {
                    compared[other] = item
                    guard belong(rows[indexes[item]], rows[indexes[other]], unit) else { continue }
                    let (a, b) = (root(item), root(other))
                    parent[max(a, b)] = min(a, b)
                }
            }
        }
        let groups = Dictionary(grouping: indexes.indices, by: root)
        return groups.keys.sorted().map { straighten(groups[$0, default: []].map { indexes[$0] }, rows) }
    }

    /// Where in an ascending list the items after `item` begin.
    private static func first(after item: Int, in list: [Int]) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] <= item { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The cells of a lattice that a row passes through, its aisles included.
    private static func trace(_ row: FreeRow, _ side: Double) -> Set<GridCell> {
        var cells = Set(row.points.map { GridCell($0, side) })
        for (from, to) in zip(row.points, row.points.dropFirst()) {
            let steps = min(((to - from).length / side).rounded(.up), Limits.freeSteps)
            for step in stride(from: 1, to: steps, by: 1) {
                cells.insert(GridCell(from + (to - from) * (step / steps), side))
            }
        }
        return cells
    }

    /// Two rows of one block: parallel, at most two rows apart, and side by side over half of the shorter.
    private static func belong(_ one: FreeRow, _ other: FreeRow, _ unit: Double) -> Bool {
        let way = other.center - one.center
        guard way.length < unit * Double(3 + max(one.points.count, other.points.count)) else { return false }
        let angle = one.angle ?? other.angle ?? 0
        if let a = one.angle, let b = other.angle {
            var turn = abs(a - b)
            turn = min(turn, .pi - turn)
            if turn > 0.1 { return false }
        }
        let straight = way.turned(by: -angle, around: .zero)
        guard abs(straight.y) > 0.3 * unit, abs(straight.y) < 2.2 * unit else { return false }
        let (first, second) = (span(one, angle), span(other, angle))
        let shared = min(first.upperBound, second.upperBound) - max(first.lowerBound, second.lowerBound)
        let shorter = min(first.upperBound - first.lowerBound, second.upperBound - second.lowerBound)
        return shared + unit > 0.5 * (shorter + unit)
    }

    private static func span(_ row: FreeRow, _ angle: Double) -> ClosedRange<Double> {
        let axis = SIMD2(1, 0).turned(by: angle, around: .zero)
        let along = row.points.map { $0.x * axis.x + $0.y * axis.y }
        return (along.min() ?? 0)...(along.max() ?? 0)
    }

    private static func straighten(_ members: [Int], _ rows: [FreeRow]) -> FreeBlock {
        let angles = members.compactMap { rows[$0].angle }
        // The mean of half-turn angles by their doubles, so that 89° and −89° meet at 90°.
        let sum = angles.reduce(SIMD2<Double>.zero) { $0 + SIMD2(1, 0).turned(by: 2 * $1, around: .zero) }
        var angle = FreeRow.halfTurn(sum.y.atan2(over: sum.x) / 2)
        if angles.isEmpty || abs(angle) < 0.05 { angle = 0 }
        let all = members.flatMap { rows[$0].points }
        let center = all.reduce(.zero, +) / Double(max(1, all.count))
        let turned = members.map { row in
            (row: row, points: rows[row].points.map { $0.turned(by: -angle, around: center) })
        }
        let sorted = turned.sorted { FreeBlock.depth($0.points) < FreeBlock.depth($1.points) }
        return FreeBlock(rows: sorted.map(\.row), points: sorted.map(\.points), angle: angle)
    }

    static func depth(_ points: [SIMD2<Double>]) -> Double {
        points.reduce(0) { $0 + $1.y } / Double(max(1, points.count))
    }
}

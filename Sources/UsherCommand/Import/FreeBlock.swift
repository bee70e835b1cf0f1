/// Parallel rows that stand one behind the other: what an editor of seating plans moves and turns as one.
struct FreeBlock {
    /// Indexes into the plan's rows, front to back once straightened.
    var rows: [Int]
    /// Turned so that its rows lie along x: for each of `rows`, its points in printed order.
    var points: [[SIMD2<Double>]]
    /// The turn in radians that was taken out.
    var angle: Double

    /// Groups the rows of one section and straightens each group around its own centre.
    static func find(_ indexes: [Int], in rows: [FreeRow], unit: Double) -> [FreeBlock] {
        var parent = Array(indexes.indices)
        func root(_ item: Int) -> Int {
            var item = item
            while parent[item] != item { item = parent[item] }
            return item
        }
        for i in indexes.indices {
            for j in indexes.indices.dropFirst(i + 1) where belong(rows[indexes[i]], rows[indexes[j]], unit) {
                let (a, b) = (root(i), root(j))
                parent[max(a, b)] = min(a, b)
            }
        }
        let groups = Dictionary(grouping: indexes.indices, by: root)
        return groups.keys.sorted().map { straighten(groups[$0, default: []].map { indexes[$0] }, rows) }
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
        let along = row.points.map { $0.turned(by: -angle, around: .zero).x }
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

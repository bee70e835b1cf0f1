/// Puts a free layout on a physical grid: blocks that were turned are straightened around their own centres, so that
/// every row of the plan lies in one physical row with its neighbours beside it; blocks side by side share physical
/// rows with a gap between them; sections that lie upon each other (floors) are stacked. No two seats share a cell.
struct FreePlacement {
    /// Per row of the plan, per seat in printed order.
    var cells: [[GridCell]]
    /// Per row, per seat: the plan's own place in seat widths from its upper left corner.
    var places: [[SIMD2<Double>]]
    var rowCount = 0
    var columnCount = 0
    /// Shift of physical rows in seat widths, where all their blocks agree.
    var offsets: [Int: Double] = [:]
    /// Blocks that were turned, moved to a free place, and sections that were put below.
    var turnedBlocks = 0
    var movedBlocks = 0
    var stackedSections: [Int] = []
    /// The distance of neighbours in the plan's unit.
    let unit: Double

    private let rows: [FreeRow]
    private let rowUnit: Double
    private var taken: [GridCell: SIMD2<Double>] = [:]
    /// The last row of the grid that is taken; nil before the first.
    private var lowest: Int?
    private var shifts: [Int: [Double]] = [:]

    /// Throws if the points span more than a hall's grid holds.
    init(_ plan: [FreeRow], sectionCount: Int) throws(ImportError) {
        let rows = Self.moved(plan)
        self.rows = rows
        let steps = rows.flatMap { row in zip(row.points, row.points.dropFirst()).map { ($1 - $0).length } }
        let unit = steps.filter { $0 > 1e-6 }.median ?? 1
        self.unit = unit
        let extent = rows.lazy.flatMap(\.points).map { max($0.x, $0.y) }.max() ?? 0
        guard extent / unit < Double(Limits.gridSide) else {
            throw ImportError(
                "the plan spans \(Int(min(extent / unit, 1e9))) seat widths; a hall has at most \(Limits.gridSide) rows and columns"
            )
        }
        cells = rows.map { _ in [] }
        places = rows.map { _ in [] }
        let sections = (0..<sectionCount).map { section in rows.indices.filter { rows[$0].section == section } }
        let blocks = sections.map { FreeBlock.find($0, in: rows, unit: unit) }
        let depths = blocks.joined().flatMap { block in
            let depths = block.points.map(FreeBlock.depth)
            return zip(depths, depths.dropFirst()).map { $1 - $0 }
        }
        rowUnit = depths.filter { $0 > 0.3 * unit }.median ?? unit
        try place(blocks)
        normalize()
    }

    /// The rows with the plan's upper left corner at zero.
    private static func moved(_ plan: [FreeRow]) -> [FreeRow] {
        let points = plan.flatMap(\.points)
        let corner = SIMD2(points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
        return plan.map { row in
            FreeRow(section: row.section, label: row.label, points: row.points.map { $0 - corner })
        }
    }

    private mutating func place(_ sections: [[FreeBlock]]) throws(ImportError) {
        let stacked = overlapping(sections.count)
        stackedSections = stacked.sorted()
        let base = sections.indices.filter { !stacked.contains($0) }.flatMap { sections[$0] }
        let origin = Self.corner(base)
        for block in base { try put(block, origin: origin, firstRow: 0, floor: .min) }
        for section in stackedSections {
            let floor = (lowest ?? -3) + 3
            let top = SIMD2(origin.x, Self.corner(sections[section]).y)
            for block in sections[section] { try put(block, origin: top, firstRow: floor, floor: floor) }
        }
        placePoints(stacked)
    }

    private static func corner(_ blocks: [FreeBlock]) -> SIMD2<Double> {
        let points = blocks.flatMap { $0.points.joined() }
        return SIMD2(points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
    }

    /// Sections with a seat upon a seat of an earlier one.
    private func overlapping(_ sectionCount: Int) -> Set<Int> {
        var seen = [GridCell: [(section: Int, point: SIMD2<Double>)]]()
        var stacked = Set<Int>()
        var sections = Array(repeating: [SIMD2<Double>](), count: sectionCount)
        for row in rows { sections[row.section] += row.points }
        for (section, points) in sections.enumerated() {
            let hits = points.contains { point in
                GridCell(point, unit).around.contains { cell in
                    seen[cell, default: []].contains {
                        $0.section < section && !stacked.contains($0.section) && ($0.point - point).length < 0.6 * unit
                    }
                }
            }
            if hits { stacked.insert(section) }
            for point in points where seen[GridCell(point, unit), default: []].count < Limits.crowdedSeats {
                seen[GridCell(point, unit), default: []].append((section, point))
            }
        }
        return stacked
    }

    /// Finds the block's cells on the lattice and takes the nearest free place for it as a whole.
    private mutating func put(
        _ block: FreeBlock, origin: SIMD2<Double>, firstRow: Int, floor: Int
    ) throws(ImportError) {
        let depths = block.points.map(FreeBlock.depth)
        let steps = zip(depths, depths.dropFirst()).map { $1 - $0 }
        let blockUnit = steps.filter { $0 > 0.3 * unit }.median ?? rowUnit
        var levels = [0]
        for step in steps {
            let next = step < 0.45 * blockUnit ? 0 : max(1, Int((step / blockUnit).rounded()))
            levels.append((levels.last ?? 0) + next)
        }
        let middle = ((depths.first ?? 0) + (depths.last ?? 0)) / 2
        let row = firstRow + Int(((middle - origin.y) / rowUnit - Double(levels.last ?? 0) / 2).rounded())
        let left = block.points.joined().map(\.x).min() ?? 0
        let column = Int(((left - origin.x) / unit).rounded())

        var wanted: [[GridCell]] = []
        var used = Set<GridCell>()
        for (points, level) in zip(block.points, levels) {
            let (columns, shift) = Self.columns(points, left: left, unit: unit)
            shifts[block.rows[wanted.count]] = [shift]
            var found = columns.map { GridCell(row: row + level, column: column + $0) }
            // Rows that lie upon each other on the plan still get physical rows of their own.
            var lowered = 0
            while !used.isDisjoint(with: found) {
                lowered += 1
                guard lowered < Limits.gridSide else {
                    throw ImportError("more than \(Limits.gridSide) rows lie upon each other")
                }
                found = found.map { $0 + GridCell(row: 1, column: 0) }
            }
            used.formUnion(found)
            wanted.append(found)
        }
        try settle(block, wanted, floor: max(floor, firstRow == 0 ? .min : firstRow))
    }

    /// A straight row's columns from its block's left edge on, strictly increasing, and what is left of its first
    /// seat's place, in seat widths.
    private static func columns(
        _ points: [SIMD2<Double>], left: Double, unit: Double
    ) -> (columns: [Int], shift: Double) {
        var columns = Array(repeating: 0, count: points.count)
        var last: (column: Int, x: Double)?
        var shift = 0.0
        for index in points.indices.sorted(by: { points[$0].x < points[$1].x }) {
            let x = points[index].x
            if let last {
                columns[index] = last.column + max(1, Int(((x - last.x) / unit).rounded()))
            } else {
                columns[index] = Int(((x - left) / unit + 0.499).rounded(.down))
                shift = (x - left) / unit - Double(columns[index])
            }
            last = (columns[index], x)
        }
        return (columns, shift)
    }

    private mutating func settle(_ block: FreeBlock, _ wanted: [[GridCell]], floor: Int) throws(ImportError) {
        let cells = Array(wanted.joined())
        let points = Array(block.points.joined())
        let top = cells.map(\.row).min() ?? 0
        var move = Self.moves.first { move in
            top + move.row >= floor && fits(cells, points, move)
        }
        if move == nil {
            // No room near its place: below all others.
            let bottom = (lowest ?? -2) + 2
            guard bottom < 2 * Limits.gridSide else {
                throw ImportError(
                    "the seats lie upon each other: they take more than the \(Limits.gridSide) rows that a hall has")
            }
            move = GridCell(row: max(floor, bottom) - top, column: 0)
        }
        let taking = move ?? GridCell(row: 0, column: 0)
        if taking.row != 0 || abs(taking.column) > 1 { movedBlocks += 1 }
        if block.angle != 0 { turnedBlocks += 1 }
        for (index, row) in block.rows.enumerated() {
            self.cells[row] = wanted[index].map { $0 + taking }
            for (cell, point) in zip(self.cells[row], block.points[index]) {
                taken[cell] = point
                lowest = max(lowest ?? cell.row, cell.row)
            }
        }
    }

    /// Free cells, and no neighbour that is farther away on the plan than neighbours are.
    private func fits(_ cells: [GridCell], _ points: [SIMD2<Double>], _ move: GridCell) -> Bool {
        zip(cells, points).allSatisfy { cell, point in
            let cell = cell + move
            if taken[cell] != nil { return false }
            return [-1, 1].allSatisfy { side in
                guard let other = taken[GridCell(row: cell.row, column: cell.column + side)] else { return true }
                return (other - point).length < 1.4 * unit
            }
        }
    }

    /// Nearest first; sideways before up and down.
    private static let moves: [GridCell] = {
        let reach = -Limits.blockReach...Limits.blockReach
        let all = reach.flatMap { row in reach.map { GridCell(row: row, column: $0) } }
        return all.sorted {
            (abs($0.row) * 3 + abs($0.column), $0.row, $0.column)
                < (abs($1.row) * 3 + abs($1.column), $1.row, $1.column)
        }
    }()

    /// The plan's own places in seat widths; stacked sections go below, as in the grid.
    private mutating func placePoints(_ stacked: Set<Int>) {
        let all = rows.flatMap(\.points)
        let origin = SIMD2(all.map(\.x).min() ?? 0, all.map(\.y).min() ?? 0)
        func bottom(_ sections: Set<Int>) -> Double {
            rows.filter { sections.contains($0.section) }.flatMap(\.points).map(\.y).max() ?? origin.y
        }
        let based = Set(rows.map(\.section)).subtracting(stacked)
        var low = bottom(based)
        for index in rows.indices where !stacked.contains(rows[index].section) {
            places[index] = rows[index].points.map { ($0 - origin) / unit }
        }
        for section in stacked.sorted() {
            let members = rows.indices.filter { rows[$0].section == section }
            let top = members.flatMap { rows[$0].points }.map(\.y).min() ?? 0
            let down = SIMD2(0, low + 3 * unit - top)
            for index in members { places[index] = rows[index].points.map { ($0 + down - origin) / unit } }
            low = bottom([section]) + down.y
        }
    }

    /// Moves the used part of the grid to its corner and works out row offsets.
    private mutating func normalize() {
        let used = Array(taken.keys)
        let top = used.map(\.row).min() ?? 0
        let left = used.map(\.column).min() ?? 0
        let move = GridCell(row: -top, column: -left)
        cells = cells.map { $0.map { $0 + move } }
        rowCount = (used.map(\.row).max() ?? top - 1) - top + 1
        columnCount = (used.map(\.column).max() ?? left - 1) - left + 1
        var perRow = [Int: [Double]]()
        for (index, shift) in shifts {
            if let row = cells[index].first?.row { perRow[row, default: []] += shift }
        }
        for (row, shifts) in perRow {
            guard let low = shifts.min(), let high = shifts.max(), high - low < 0.15 else { continue }
            let rounded = ((low + high) / 2 * 20).rounded() / 20
            if rounded != 0 { offsets[row] = rounded }
        }
    }
}

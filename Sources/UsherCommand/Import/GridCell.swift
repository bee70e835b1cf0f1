/// A place in a hall's physical grid, 0-based.
struct GridCell: Hashable, Sendable {
    var row: Int
    var column: Int

    static func + (lhs: GridCell, rhs: GridCell) -> GridCell {
        GridCell(row: lhs.row + rhs.row, column: lhs.column + rhs.column)
    }

    /// The cell and its eight neighbours.
    var around: [GridCell] {
        (-1...1).flatMap { row in (-1...1).map { GridCell(row: self.row + row, column: column + $0) } }
    }
}

extension GridCell {
    /// The cell of a lattice with the given side that holds the point. The importer has bounded the point's size.
    init(_ point: SIMD2<Double>, _ side: Double) {
        self.init(row: Int((point.y / side).rounded(.down)), column: Int((point.x / side).rounded(.down)))
    }
}

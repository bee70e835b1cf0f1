import UsherCore

/// Keeps labels from lying on each other: what is taken, found by the cells of a coarse grid.
struct LabelSpace: Sendable {
    private struct Cell: Hashable {
        var x: Int
        var y: Int
    }

    private let side: Double
    private var taken: [Cell: [MapRectangle]] = [:]
    /// Around everything taken; nil before.
    private(set) var bounds: MapRectangle?

    /// `side` is about the size of a label, in seat widths.
    init(side: Double) {
        self.side = max(side, 0.1)
    }

    /// Takes the place if nothing is there yet.
    mutating func take(_ rectangle: MapRectangle) -> Bool {
        let cells = cells(rectangle)
        guard !cells.contains(where: { taken[$0, default: []].contains { $0.touches(rectangle) } }) else {
            return false
        }
        for cell in cells { taken[cell, default: []].append(rectangle) }
        bounds = bounds?.union(rectangle) ?? rectangle
        return true
    }

    /// A rectangle longer than any label counts by its first cells alone.
    private func cells(_ rectangle: MapRectangle) -> [Cell] {
        let left = Int((rectangle.minX / side).rounded(.down))
        let top = Int((rectangle.minY / side).rounded(.down))
        let right = min(Int((rectangle.maxX / side).rounded(.down)), left + Limits.labelCells)
        let bottom = min(Int((rectangle.maxY / side).rounded(.down)), top + Limits.labelCells)
        return (top...bottom).flatMap { y in (left...right).map { Cell(x: $0, y: y) } }
    }
}

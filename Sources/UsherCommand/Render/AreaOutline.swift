import UsherCore

/// Where an area of a hall is drawn: around its seats, or around its cells if it has none.
struct AreaOutline {
    var name: String
    var outline: MapRectangle
    /// It has no seats.
    var isEmpty: Bool

    /// O(areas × rows + seats of the areas).
    static func all(_ hall: Hall, _ geometry: HallGeometry) -> [AreaOutline] {
        let isFree = !hall.seats.isEmpty && hall.seats.allSatisfy { $0.x != nil && $0.y != nil }
        return hall.areas.compactMap { area in
            var outline: MapRectangle?
            for row in clamped(area.firstRow, area.rowCount, geometry.rowCount) {
                for seat in geometry.seats(inRow: row) {
                    let column = hall.seats[seat].column
                    guard column >= area.firstColumn, column - area.firstColumn < area.columnCount,
                        let body = geometry.body(ofSeat: seat)
                    else { continue }
                    outline = outline?.union(body) ?? body
                }
            }
            if let outline {
                let drawn = around(outline, x: 0.35, y: isFree ? 0.35 : 0.1)
                return AreaOutline(name: area.name, outline: drawn, isEmpty: false)
            }
            let rows = clamped(area.firstRow, area.rowCount, geometry.rowCount)
            let columns = clamped(area.firstColumn, area.columnCount, hall.columnCount)
            // Cells say nothing where every seat has a place of its own.
            guard !isFree, !rows.isEmpty, !columns.isEmpty else { return nil }
            let cells = MapRectangle(
                minX: Double(columns.lowerBound), minY: Double(rows.lowerBound), maxX: Double(columns.upperBound - 1),
                maxY: Double(rows.upperBound - 1))
            return AreaOutline(name: area.name, outline: around(cells, x: 0.75, y: 0.5), isEmpty: true)
        }
    }

    /// Between rows there is less room than beside them.
    private static func around(_ inner: MapRectangle, x: Double, y: Double) -> MapRectangle {
        MapRectangle(minX: inner.minX - x, minY: inner.minY - y, maxX: inner.maxX + x, maxY: inner.maxY + y)
    }

    private static func clamped(_ first: Int, _ count: Int, _ whole: Int) -> Range<Int> {
        let low = min(max(first, 0), max(whole, 0))
        return low..<min(max(whole, 0), max(low, low + min(max(count, 0), Limits.gridSide)))
    }
}

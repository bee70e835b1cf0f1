import UsherCore

/// The sections of a flat list as areas of its hall.
enum FlatAreas {
    /// `sections[i]` is the section's name of `seats[i]`, "" for none. Empty where there is one section alone; nil where
    /// sections share cells of the grid, which no rectangles can tell apart.
    static func make(_ seats: [Seat], sections: [String]) -> [Area]? {
        var order: [String] = []
        var bounds: [String: Bounds] = [:]
        for (seat, section) in zip(seats, sections) where !section.isEmpty {
            if bounds[section] == nil { order.append(section) }
            bounds[section, default: Bounds(seat)].take(seat)
        }
        guard order.count > 1 else { return [] }
        guard order.count <= Limits.flatAreas else { return nil }
        for (seat, section) in zip(seats, sections) {
            for other in order where other != section && bounds[other]?.contains(seat) == true { return nil }
        }
        let ids = Slug.unique(order, fallback: "section")
        return zip(ids, order).compactMap { id, name in
            bounds[name].map { bounds in
                Area(
                    areaID: id, name: name, firstRow: bounds.rows.lowerBound, rowCount: bounds.rows.count,
                    firstColumn: bounds.columns.lowerBound, columnCount: bounds.columns.count)
            }
        }
    }

    private struct Bounds {
        var rows: ClosedRange<Int>
        var columns: ClosedRange<Int>

        init(_ seat: Seat) {
            rows = seat.row...seat.row
            columns = seat.column...seat.column
        }

        mutating func take(_ seat: Seat) {
            rows = min(rows.lowerBound, seat.row)...max(rows.upperBound, seat.row)
            columns = min(columns.lowerBound, seat.column)...max(columns.upperBound, seat.column)
        }

        func contains(_ seat: Seat) -> Bool { rows.contains(seat.row) && columns.contains(seat.column) }
    }
}

import UsherCore

extension Hall {
    /// Seen in a mirror: the first column at the right, the first row at the back, or both. Who sits beside whom stays.
    func mirrored(columns: Bool, rows: Bool) -> Hall {
        var hall = self
        let width = columnCount
        let depth = rowCount
        let right = seats.lazy.compactMap(\.x).max() ?? 0
        let back = seats.lazy.compactMap(\.y).max() ?? 0
        for index in hall.seats.indices {
            if columns {
                hall.seats[index].column = width - 1 - seats[index].column
                hall.seats[index].x = seats[index].x.map { right - $0 }
            }
            if rows {
                hall.seats[index].row = depth - 1 - seats[index].row
                hall.seats[index].y = seats[index].y.map { back - $0 }
            }
        }
        for index in hall.rows.indices {
            if columns, hall.rows[index].offset != 0 { hall.rows[index].offset = -self.rows[index].offset }
            if rows { hall.rows[index].index = depth - 1 - self.rows[index].index }
        }
        hall.rows.sort { $0.index < $1.index }
        for index in hall.areas.indices {
            let area = areas[index]
            if columns { hall.areas[index].firstColumn = width - area.firstColumn - area.columnCount }
            if rows { hall.areas[index].firstRow = depth - area.firstRow - area.rowCount }
        }
        if let point = focalPoint {
            hall.focalPoint = FocalPoint(
                row: rows ? Float(depth - 1) - point.row : point.row,
                column: columns ? Float(width - 1) - point.column : point.column)
        }
        return hall
    }
}

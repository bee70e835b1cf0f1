import Usher

/// Draws the part of a hall that a viewport shows. A view unit is one line high and two columns wide, which on most
/// terminals is about a square. Pure.
public struct HallPicture {
    private let geometry: HallGeometry
    private let view: MapViewport
    private let cursor: Int?
    private let sign: (Int) -> (Character, String)

    /// `sign` gives a seat's character, and its colour as SGR parameters, by the seat's index.
    public init(_ cursor: HallCursor, sign: @escaping (Int) -> (Character, String)) {
        geometry = cursor.geometry
        view = cursor.view
        self.cursor = cursor.seat
        self.sign = sign
    }

    private struct Cell: Equatable {
        var sign: Character = " "
        /// SGR parameters; "" is plain.
        var color = ""
    }

    public func lines() -> [String] {
        let width = Int(view.size.width) * 2
        let height = Int(view.size.height)
        var cells = Array(repeating: Array(repeating: Cell(), count: width), count: height)
        func put(_ sign: Character, _ color: String, _ column: Int, _ line: Int) {
            guard cells.indices.contains(line), cells[line].indices.contains(column) else { return }
            cells[line][column] = Cell(sign: sign, color: color)
        }
        for seat in geometry.seats(in: view.visible) where seat != cursor {
            let place = place(seat)
            let (sign, color) = self.sign(seat)
            put(sign, color, place.column, place.line)
        }
        if let cursor, geometry.center(ofSeat: cursor) != nil {
            let place = place(cursor)
            let (sign, color) = self.sign(cursor)
            put("[", "1", place.column - 1, place.line)
            put(sign, color.isEmpty ? "7" : "7;" + color, place.column, place.line)
            put("]", "1", place.column + 1, place.line)
        }
        return cells.map(Self.line)
    }

    private func place(_ seat: Int) -> (column: Int, line: Int) {
        guard let center = geometry.center(ofSeat: seat) else { return (-1, -1) }
        let point = view.viewPoint(center)
        // Far outside the view a number may be too large for an Int.
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6).rounded()) }
        return (whole(point.x * 2 - 1), whole(point.y - 0.5))
    }

    private static func line(_ cells: [Cell]) -> String {
        var text = ""
        var color = ""
        for cell in cells {
            if cell.color != color {
                text += cell.color.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(cell.color)m"
                color = cell.color
            }
            text.append(cell.sign)
        }
        return color.isEmpty ? text : text + "\u{1B}[0m"
    }
}

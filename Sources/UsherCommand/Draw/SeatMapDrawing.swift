import UsherCore

/// Draws a hall with its seats' states as lines of text. Pure: the same hall, states and style give the same lines.
///
/// Each seat is one cell of two characters, one where the terminal is too narrow; columns without a seat stay blank, a
/// row's offset shifts it by half cells. What still does not fit is cut, and a line says so.
struct SeatMapDrawing: Sendable {
    let hall: Hall
    let style: DrawStyle
    private let signs: SeatSigns
    private let geometry: HallGeometry
    private let labels: [String]
    /// Characters that each row is shifted by.
    private let shifts: [Int]
    private let labelWidth: Int
    private let cell: Int
    private let linked: Set<Int>
    private let areas: [Int: String]
    private let frontWord: String

    init(_ hall: Hall, _ style: DrawStyle) {
        self.hall = hall
        self.style = style
        signs = SeatSigns(isUnicode: style.unicode)
        let geometry = HallGeometry(hall)
        self.geometry = geometry
        var labels = Array(repeating: "", count: geometry.rowCount)
        for row in hall.rows where labels.indices.contains(row.index) {
            labels[row.index] = DisplayText.safe(row.label)
        }
        self.labels = labels
        let offsets = (0..<geometry.rowCount).map { geometry.offset(ofRow: $0) }
        labelWidth = min(Limits.drawnLabel, labels.map(DisplayText.width).max() ?? 0)
        let room = style.width - 2 * (labelWidth + 1)
        let low = offsets.min() ?? 0
        let spread = (offsets.max() ?? 0) - low
        cell = Double(2 * hall.columnCount) + 2 * spread.rounded(.up) <= Double(max(0, room)) + 1 ? 2 : 1
        let step = cell
        shifts = offsets.map { Int(min(Double(hall.columnCount), ($0 - low) * Double(step)).rounded()) }
        linked = Self.links(hall)
        frontWord = DisplayText.safe(style.front ?? HallFront.word(hall))
        areas = Dictionary(
            hall.areas.filter { !$0.name.isEmpty }.map { ($0.firstRow, DisplayText.safe($0.name)) },
            uniquingKeysWith: { "\($0), \($1)" })
    }

    /// Seats whose partner sits in the next column.
    private static func links(_ hall: Hall) -> Set<Int> {
        let paired = hall.seats.contains { !$0.partner.isEmpty }
        guard paired else { return [] }
        let byCode = Dictionary(hall.seats.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
        return Set(
            hall.seats.enumerated().compactMap { index, seat in
                guard let other = byCode[seat.partner].map({ hall.seats[$0] }) else { return nil }
                return other.row == seat.row && other.column == seat.column + 1 ? index : nil
            })
    }

    /// The whole drawing.
    func lines(_ states: [UInt8], _ status: MapStatus) -> [String] {
        var above = top(status)
        var below = MapLegend(hall: hall, style: style).lines(states) + status.bottom(style)
        let first = min(style.firstRow, max(0, labels.count - 1))
        var withAreas = !areas.isEmpty
        if let height = style.height, above.count + below.count + front.count + labels.count + areas.count > height {
            // A short terminal: seats first.
            withAreas = false
            above = Array(top(MapStatus(title: status.title, headers: Array(status.headers.prefix(1)))).dropLast())
            below = MapLegend(hall: hall, style: style, isShort: true).lines(states) + status.bottom(style)
        }
        let room = style.height.map { max(1, $0 - above.count - below.count - front.count) } ?? labels.count
        let left = labels.count - first
        let columns = visibleColumns
        let isCut = left > room || columns.count < hall.columnCount || first > 0
        let shown = isCut ? min(left, style.height == nil ? left : max(1, room - 1)) : left
        let map = (first..<first + shown).flatMap { row -> [String] in
            let area = withAreas ? areas[row].map { [areaLine($0)] } ?? [] : []
            return area + [line(row, states, columns)]
        }
        let notice = isCut ? [cut(first..<first + shown, columns)] : []
        return above + front + map + notice + below
    }

    /// What of the hall is shown.
    private func cut(_ shown: Range<Int>, _ columns: Range<Int>) -> String {
        var parts: [String] = []
        if shown.count < labels.count {
            parts.append("rows \(shown.lowerBound + 1)-\(shown.upperBound) of \(labels.count)")
        }
        if columns.count < hall.columnCount {
            parts.append("columns \(columns.lowerBound + 1)-\(columns.upperBound) of \(hall.columnCount)")
        }
        return "(shown: " + parts.joined(separator: ", ") + "; --first-row and --first-column move)"
    }

    /// The physical columns that fit.
    private var visibleColumns: Range<Int> {
        let room = style.width - 2 * (labelWidth + 1) - (shifts.max() ?? 0)
        let count = max(1, room / cell)
        if count >= hall.columnCount { return 0..<hall.columnCount }
        let first = min(style.firstColumn, max(0, hall.columnCount - count))
        return first..<first + count
    }

    private var mapWidth: Int { visibleColumns.count * cell + (shifts.max() ?? 0) }

    private func top(_ status: MapStatus) -> [String] {
        let title = status.title.isEmpty ? [] : [bold(DisplayText.safe(status.title))]
        return title + status.headers.map(DisplayText.safe) + (title.isEmpty && status.headers.isEmpty ? [] : [""])
    }

    private var front: [String] {
        guard !frontWord.isEmpty, hall.rowCount > 0 else { return [] }
        let word = " \(frontWord) "
        let width = max(DisplayText.width(word), mapWidth)
        let rest = width - DisplayText.width(word)
        let bar: Character = style.unicode ? "▔" : "="
        let left = String(repeating: bar, count: rest / 2)
        let right = String(repeating: bar, count: rest - rest / 2)
        return [String(repeating: " ", count: labelWidth + 1) + left + word + right]
    }

    private func areaLine(_ name: String) -> String {
        let line = String(repeating: " ", count: labelWidth + 1) + (style.unicode ? "· " : "- ") + name
        return paint(DisplayText.fit(line, min(style.width, DisplayText.width(line))), "2")
    }

    /// One row: label, seats, label.
    private func line(_ row: Int, _ states: [UInt8], _ columns: Range<Int>) -> String {
        let seats = geometry.seats(inRow: row)
        guard !seats.isEmpty else { return "" }
        let label = labels[row]
        var text = DisplayText.fit(label, labelWidth, right: true) + " "
        var at = -shifts[row]
        var open = ""
        func write(_ piece: String, _ color: String) {
            if color != open, style.color {
                if !open.isEmpty { text += "\u{1B}[0m" }
                if !color.isEmpty { text += "\u{1B}[\(color)m" }
                open = color
            }
            text += piece
        }
        for seat in seats where columns.contains(hall.seats[seat].column) {
            let place = (hall.seats[seat].column - columns.lowerBound) * cell
            if place > at { write(String(repeating: " ", count: place - at), "") }
            let state = states.indices.contains(seat) ? states[seat] : SeatState.available.rawValue
            var piece = String(signs.sign(state, hall.seats[seat].kind))
            at = place + 1
            if cell == 2 {
                piece.append(linked.contains(seat) ? signs.link : " ")
                at += 1
            }
            write(piece, signs.color(state))
        }
        write("", "")
        let end = mapWidth - shifts[row]
        if labelWidth > 0, !label.isEmpty {
            text +=
                String(repeating: " ", count: max(0, end - at) + (cell == 1 ? 1 : 0))
                + DisplayText.fit(label, labelWidth)
        }
        while text.last == " " { text.removeLast() }
        return text
    }

    private func bold(_ text: String) -> String { paint(text, "1") }

    private func paint(_ text: String, _ color: String) -> String {
        style.color ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}

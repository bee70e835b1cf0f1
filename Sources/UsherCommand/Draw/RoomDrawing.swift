import UsherCore

/// Draws a room as lines of text: the hall's seats by area, who sits there, what they do and for how many minutes they
/// have focused; then those who stand. Pure: the same input gives the same lines.
///
/// Where the terminal is wide enough, seats stand below each other as in the hall, gaps and aisles included, and names are
/// cut to fit; else each row flows over as many lines as it needs.
///
/// Where the lines do not fit, free seats are left out first, and then a line says how many members are not shown.
struct RoomDrawing: Sendable {
    /// nil while it is not known: members are drawn without their areas.
    let hall: Hall?
    let style: DrawStyle
    private let signs: RoomSigns
    private let codes: Set<String>

    init(hall: Hall?, style: DrawStyle) {
        self.hall = hall
        self.style = style
        signs = RoomSigns(isUnicode: style.unicode)
        codes = Set(hall?.seats.map(\.code) ?? [])
    }

    /// Seats with one heading; each row of the hall begins a line.
    private struct Section {
        var title: String
        var rows: [[Cell]]
        /// Seats in all; nil where members stand.
        var seats: Int?
    }

    private struct Cell {
        var seat: String
        /// The seat's place in its row of the hall; nil for members who stand.
        var column: Int?
        var member: RoomMember?
    }

    /// `now` by the gateway's clock.
    func lines(_ members: [RoomMember], _ status: MapStatus, now: Timestamp) -> [String] {
        let sections = sections(members)
        let top = head(status)
        let bottom = legend(members) + status.bottom(style)
        let spaced = top + body(sections, now, isSpaced: true) + bottom
        guard let height = style.height, spaced.count > height else { return spaced }
        let room = max(1, height - top.count - bottom.count)
        let all = body(sections, now, isSpaced: false)
        if all.count <= room { return top + all + bottom }
        let taken = body(sections.map(taken), now, isSpaced: false)
        if taken.count <= room { return top + taken + bottom }
        let rest = taken.count - (room - 1)
        return top + taken.prefix(room - 1) + [
            DisplayText.clip("(and \(rest) more lines: the terminal is too low)", style.width)
        ] + bottom
    }

    private func head(_ status: MapStatus) -> [String] {
        status.title.isEmpty ? [] : [DisplayText.clip(paint(DisplayText.safe(status.title), "1"), style.width), ""]
    }

    // MARK: Who is where

    private func sections(_ members: [RoomMember]) -> [Section] {
        let occupants = Dictionary(
            members.lazy.filter { !$0.seat.isEmpty }.map { ($0.seat, $0) }, uniquingKeysWith: { first, _ in first })
        var sections: [Section] = []
        var seats = hall?.seats ?? []
        for area in hall?.areas ?? [] {
            let inside = seats.filter { area.contains($0) }
            // Areas may overlap: a seat is drawn once.
            seats.removeAll { area.contains($0) }
            let name = area.name.isEmpty ? area.areaID : area.name
            sections.append(Section(title: name, rows: rows(inside, occupants), seats: inside.count))
        }
        if !seats.isEmpty {
            let title = sections.isEmpty ? "" : "elsewhere"
            sections.append(Section(title: title, rows: rows(seats, occupants), seats: seats.count))
        }
        let standing = members.filter { $0.seat.isEmpty || !codes.contains($0.seat) }
        if !standing.isEmpty {
            let title = hall == nil ? "" : "standing"
            sections.append(
                Section(title: title, rows: [standing.map { Cell(seat: $0.seat, column: nil, member: $0) }]))
        }
        return sections
    }

    private func rows(_ seats: [Seat], _ occupants: [String: RoomMember]) -> [[Cell]] {
        let sorted = seats.sorted { ($0.row, $0.column) < ($1.row, $1.column) }
        var rows: [[Cell]] = []
        var last = -1
        for seat in sorted {
            if seat.row != last { rows.append([]) }
            last = seat.row
            rows[rows.count - 1].append(Cell(seat: seat.code, column: seat.column, member: occupants[seat.code]))
        }
        return rows
    }

    private func taken(_ section: Section) -> Section {
        var section = section
        // Without the free seats there are no columns either.
        let cells = section.rows.joined().filter { $0.member != nil }
        section.rows = [cells.map { Cell(seat: $0.seat, column: nil, member: $0.member) }]
        return section
    }

    // MARK: Lines

    private func body(_ sections: [Section], _ now: Timestamp, isSpaced: Bool) -> [String] {
        var lines: [String] = []
        for (index, section) in sections.enumerated() {
            if index > 0, isSpaced { lines.append("") }
            if !section.title.isEmpty { lines.append(heading(section)) }
            if let grid = grid(section, now) {
                lines += grid
                continue
            }
            let texts = section.rows.map { $0.map { text($0, now) } }
            let width = min(
                style.width - 2, max(Limits.leastMember, texts.joined().map { DisplayText.width($0.plain) }.max() ?? 0))
            let count = max(1, style.width / (width + 2))
            for row in texts {
                for start in stride(from: 0, to: row.count, by: count) {
                    lines.append(line(row[start..<min(row.count, start + count)], width))
                }
            }
        }
        return lines
    }

    /// The rows with each seat in its column; nil where they would be too narrow to tell anything.
    private func grid(_ section: Section, _ now: Timestamp) -> [String]? {
        let columns = section.rows.joined().compactMap(\.column)
        guard let first = columns.min(), let last = columns.max(), columns.count == section.rows.joined().count else {
            return nil
        }
        let widest = section.rows.joined().map { DisplayText.width(text($0, now).plain) }.max() ?? 0
        let natural = max(Limits.leastMember, widest)
        let width = min(natural, (style.width + 2) / (last - first + 1) - 2)
        guard width == natural || width >= Limits.leastGridSeat else { return nil }
        return section.rows.map { row in
            var cells = [Text](repeating: ("", ""), count: (row.last?.column ?? first) - first + 1)
            for cell in row { cells[(cell.column ?? first) - first] = text(cell, now) }
            return line(cells[...], width)
        }
    }

    private func heading(_ section: Section) -> String {
        let cells = section.rows.joined()
        let here = cells.count { $0.member != nil }
        let focusing = cells.count { $0.member?.status == .focusing }
        let taken = section.seats.map { "\(here) of \($0)" } ?? "\(here)"
        let title = paint(DisplayText.safe(section.title), "1")
        return DisplayText.clip("\(title) \(taken)" + (focusing > 0 ? ", \(focusing) focusing" : ""), style.width)
    }

    private typealias Text = (plain: String, color: String)

    /// `W-1 ◉ alice 12/25 min`.
    private func text(_ cell: Cell, _ now: Timestamp) -> Text {
        let seat = DisplayText.fit(cell.seat, min(Limits.drawnSeat, DisplayText.width(DisplayText.safe(cell.seat))))
        let code = seat.isEmpty ? "" : DisplayText.safe(seat) + " "
        guard let member = cell.member else { return ("\(code)\(signs.free)", "") }
        let minutes = MemberText.minutes(member, now: now)
        let name = MemberText.name(member)
        let short = DisplayText.fit(name, min(Limits.drawnName, DisplayText.width(name)))
        return (
            "\(code)\(signs.sign(member.status)) \(short)\(minutes.isEmpty ? "" : " " + minutes)",
            signs.color(member.status)
        )
    }

    private func line(_ cells: ArraySlice<Text>, _ width: Int) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let isLast = index == cells.count - 1
            let text = DisplayText.fit(cell.plain, isLast ? min(width, DisplayText.width(cell.plain)) : width)
            line += (cell.color.isEmpty ? text : paint(text, cell.color)) + (isLast ? "" : "  ")
        }
        return line
    }

    /// What the signs mean, and how many there are of each.
    private func legend(_ members: [RoomMember]) -> [String] {
        var parts = [MemberStatus.focusing, .resting, .idle, .away].map { status in
            let count = members.count { $0.status == status }
            return paint("\(signs.sign(status))", signs.color(status)) + " \(MemberText.status(status)) \(count)"
        }
        if let hall {
            let taken = members.count { codes.contains($0.seat) }
            parts.append("\(signs.free) free \(hall.seats.count - taken)")
        }
        parts.append(CountText.of(members.count, "member"))
        return [""] + DisplayText.wrapped(parts, style.unicode ? " · " : " | ", style.width)
    }

    private func paint(_ text: String, _ color: String) -> String {
        style.color ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}

extension Area {
    fileprivate func contains(_ seat: Seat) -> Bool {
        seat.row >= firstRow && seat.row - firstRow < rowCount && seat.column >= firstColumn
            && seat.column - firstColumn < columnCount
    }
}

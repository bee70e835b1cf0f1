import UsherCore

/// Makes a hall of rows of cells, as cinema systems export them: seats, gaps, left and right halves of sofas.
struct GridImporter {
    private let rows: [GridRow]
    private let options: ImportOptions
    private var draft = HallDraft(.grid)
    private var faults = FaultList()
    /// Words that nobody explains, by first appearance.
    private var unknown: [(word: String, position: String, count: Int)] = []
    /// Cells with unknown words that are not among these.
    private var unknownBeyond = 0
    /// 0 and 1 alone: 0 is nothing, 1 a seat.
    private var isBinary = false
    private var areNumbers = false

    static func read(_ rows: [GridRow], _ options: ImportOptions, name: String) throws(ImportError) -> ImportedHall {
        var importer = GridImporter(rows, options)
        return try importer.build(name)
    }

    /// Whether most of what stands in the cells has a meaning, as in a grid with some signs of its own, and not as in any
    /// text.
    static func understands(_ rows: [GridRow], _ options: ImportOptions) -> Bool {
        var importer = GridImporter(rows, options)
        importer.sortNumbers()
        var known = 0
        var all = 0
        for row in rows {
            for cell in row.cells where cell.word.map({ !$0.allSatisfy(\.isWhitespace) }) ?? true {
                all += 1
                if importer.meaning(cell, row) != nil { known += 1 }
            }
        }
        return 2 * known > all
    }

    private init(_ rows: [GridRow], _ options: ImportOptions) {
        self.rows = rows
        self.options = options
    }

    private mutating func build(_ name: String) throws(ImportError) -> ImportedHall {
        try checkSize()
        sortNumbers()
        var physical = 0
        var last = rows.first?.section ?? ""
        for row in rows {
            if row.section != last {
                last = row.section
                physical += 1
            }
            add(row, physical)
            physical += 1
        }
        draft.rowCount = physical
        label()
        for entry in unknown {
            let more = entry.count > 1 ? ", and \(entry.count - 1) more" : ""
            faults.add(
                entry.position,
                "nobody says what `\(entry.word)` is\(more): say --cells \(entry.word)=seat, or gap, left, right, …")
        }
        if unknownBeyond > 0, let last = unknown.last {
            faults.add(
                last.position, "and \(CountText.of(unknownBeyond, "more cell")) with other words that nobody explains")
        }
        guard faults.isEmpty else { throw ImportError("the grid cannot be read", faults: faults.all) }
        return try draft.make(options, name: name)
    }

    private func checkSize() throws(ImportError) {
        guard rows.count <= Limits.gridSide else {
            throw ImportError("the grid has \(rows.count) rows; a hall has at most \(Limits.gridSide)")
        }
        if let wide = rows.first(where: { $0.cells.count > Limits.gridSide }) {
            throw ImportError(
                "\(wide.position) has \(wide.cells.count) cells; a hall has at most \(Limits.gridSide) columns")
        }
    }

    /// Cells that are numbers are printed numbers, or 0 and 1 for nothing and a seat, or codes that somebody must tell.
    private mutating func sortNumbers() {
        let words = rows.map { row in
            row.cells.compactMap { $0.number.isEmpty ? $0.word : nil }.filter { Int($0) != nil }
        }
        let all = Set(words.joined())
        guard !all.isEmpty, !all.allSatisfy({ options.cells[$0] != nil }) else { return }
        if all.isSubset(of: ["0", "1"]), words.contains(where: { $0.count > 1 }) {
            isBinary = true
            draft.report.guesses.append("cells are 0 and 1 alone: 1 is a seat, 0 is none")
        } else {
            areNumbers = words.allSatisfy { Set($0).count == $0.count }
        }
    }

    private func meaning(_ entry: GridEntry, _ row: GridRow) -> (CellMeaning, number: String)? {
        var number = entry.number
        var found: CellMeaning?
        if let word = entry.word {
            if let told = options.cells[word] {
                found = told
            } else if row.isSigns, word.count == 1, let sign = word.first {
                found = CellMeaning.sign(sign, options.cells)
            } else if isBinary, word == "0" || word == "1" {
                found = word == "1" ? .seat : .gap
            } else if let known = CellMeaning.word(word, options.cells) {
                found = known
            } else if number.isEmpty, word.contains(where: \.isNumber), Int(word) == nil || areNumbers {
                // What is printed on the seat.
                found = .seat
                number = word
            }
        } else {
            found = entry.number.isEmpty && entry.code.isEmpty ? .gap : .seat
        }
        if let half = entry.half, found?.place == .seat, let side = CellMeaning.word(half, options.cells),
            side.place != .seat, side.place != .gap
        {
            found?.place = side.place
            found?.kind = .couple
        }
        return found.map { ($0, number) }
    }

    private mutating func add(_ row: GridRow, _ physical: Int) {
        var count = 0
        var open: (seat: Int, entry: GridEntry, isCouple: Bool)?
        for (place, entry) in row.cells.enumerated() {
            guard let (meaning, number) = meaning(entry, row) else {
                note(entry)
                count += 1
                continue
            }
            let column = entry.column ?? place
            if meaning.place == .gap {
                draft.columnCount = max(draft.columnCount, min(column, Limits.gridSide) + 1)
                continue
            }
            count += 1
            let index = draft.seats.count
            draft.seats.append(
                DraftSeat(
                    source: SeatCodes.Source(
                        id: entry.code, section: row.section, row: row.label,
                        number: number.isEmpty ? String(count) : number),
                    cell: GridCell(row: physical, column: column), position: entry.position,
                    zone: meaning.zone.isEmpty ? entry.zone : meaning.zone,
                    section: row.section, kind: meaning.kind, state: meaning.state,
                    status: entry.status))
            pair(index, meaning.place, entry, row, &open)
        }
        if let open { alone(open.entry, row, "left") }
        if !row.label.isEmpty { draft.rows[physical] = Row(index: physical, label: row.label) }
    }

    /// Joins a right half to the left half in the column before it.
    private mutating func pair(
        _ index: Int, _ place: CellMeaning.Place, _ entry: GridEntry, _ row: GridRow,
        _ open: inout (seat: Int, entry: GridEntry, isCouple: Bool)?
    ) {
        let isNext = open.map { draft.seats[$0.seat].cell.column + 1 == draft.seats[index].cell.column } ?? false
        switch place {
        case .right where isNext && open?.isCouple == false, .couple where isNext && open?.isCouple == true:
            if let left = open?.seat {
                draft.seats[left].partner = index
                draft.seats[index].partner = left
            }
            open = nil
        case .right:
            alone(entry, row, "right")
        case .left, .couple:
            if let open { alone(open.entry, row, "left") }
            open = (index, entry, place == .couple)
        case .seat, .gap:
            if let found = open { alone(found.entry, row, "left") }
            open = nil
        }
    }

    private mutating func alone(_ entry: GridEntry, _ row: GridRow, _ side: String) {
        let name = row.label.isEmpty ? "" : " of row \(row.label)"
        let other = side == "left" ? "right half after it" : "left half before it"
        faults.add(entry.position, "the \(side) half of a sofa\(name) has no \(other)")
    }

    private mutating func note(_ entry: GridEntry) {
        let word = entry.word ?? ""
        if let known = unknown.firstIndex(where: { $0.word == word }) {
            unknown[known].count += 1
        } else if unknown.count < Limits.reportedItems {
            unknown.append((word, entry.position, 1))
        } else {
            unknownBeyond += 1
        }
    }

    /// Rows without any label are numbered from the front, so that codes tell them apart.
    private mutating func label() {
        guard draft.rows.isEmpty else { return }
        var next = 0
        var last = -1
        for index in draft.seats.indices {
            let row = draft.seats[index].cell.row
            if row != last { next += 1 }
            last = row
            draft.seats[index].source.row = String(next)
            draft.rows[row] = Row(index: row, label: String(next))
        }
        if next > 0 { draft.report.guesses.append("the rows have no labels: they are numbered from the front") }
    }
}

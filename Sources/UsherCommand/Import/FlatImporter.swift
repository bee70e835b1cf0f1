import UsherCore

/// Reads a flat list of seats: one record a seat, each with its place in a grid.
struct FlatImporter {
    private var records: [LayoutValue]
    /// Where each record stands in the file.
    private var places: [String]
    private let options: ImportOptions
    private let preset: FlatPreset?
    private var report = ImportReport(.flat)
    private var faults = FaultList()

    /// Whether a document's list has rows and columns by name.
    static func recognizes(_ document: LayoutValue) -> Bool {
        guard let list = try? list(in: document, path: nil) else { return false }
        return FlatFields.hasGrid(list.items.prefix(1_000))
    }

    /// Finds the list in a document: at the path told, else the document itself or its longest list of objects.
    static func list(in document: LayoutValue, path: String?) throws(ImportError) -> RecordList {
        if let path {
            guard let list = document.at(path).list else { throw ImportError("there is no list at `\(path)`") }
            return RecordList(items: list, path: path)
        }
        if let list = document.list { return RecordList(items: list) }
        let lists = lists(in: document, prefix: "", depth: 3).sorted {
            ($1.items.count, $0.path) < ($0.items.count, $1.path)
        }
        guard let longest = lists.first else { throw ImportError("the document holds no list of seats") }
        return RecordList(items: longest.items, path: longest.path)
    }

    private static func lists(
        in value: LayoutValue, prefix: String, depth: Int
    ) -> [(items: [LayoutValue], path: String)] {
        guard case .object(let members) = value, depth > 0 else { return [] }
        return members.keys.sorted().flatMap { key -> [(items: [LayoutValue], path: String)] in
            if let list = members[key]?.list { return list.contains(where: \.isObject) ? [(list, prefix + key)] : [] }
            return lists(in: members[key] ?? .null, prefix: prefix + key + ".", depth: depth - 1)
        }
    }

    /// `document`: what the list was found in; null for a table.
    static func read(
        _ list: RecordList, of document: LayoutValue, _ options: ImportOptions
    ) throws(ImportError) -> ImportedHall {
        let path = list.path
        guard !list.items.isEmpty else { throw ImportError("the list has no seats") }
        guard list.items.count <= Limits.seats else { throw DelimitedText.tooMany(list.items.count) }
        var faults = FaultList()
        for (index, item) in list.items.enumerated() where !item.isObject {
            faults.add(list.place(index), "needs a seat, a record with named fields")
        }
        guard faults.isEmpty else { throw ImportError("the list cannot be read", faults: faults.all) }
        var importer = FlatImporter(list, options: options, preset: FlatPreset(document))
        if !path.isEmpty, options.flat.path == nil {
            importer.report.guesses.append("the seats are the list at `\(path)`")
        }
        let parent = path.split(separator: ".").dropLast().joined(separator: ".")
        let name = options.name.isEmpty ? document.at(parent)["name"].string ?? "" : options.name
        return try importer.build(name)
    }

    private init(_ list: RecordList, options: ImportOptions, preset: FlatPreset?) {
        records = list.items
        places = list.items.indices.map(list.place)
        self.options = options
        self.preset = preset
    }

    private mutating func build(_ name: String) throws(ImportError) -> ImportedHall {
        leaveOutGaps(FlatFields.kindField(records, options.flat))
        guard !records.isEmpty else { throw ImportError("the list has no seats: all of its records are gaps") }
        let fields = try FlatFields(records, options.flat, canZoneByPrice: preset == nil)
        report.guesses += fields.guesses
        report.addUnread(fields.unread)
        let names = fields.names
        guard let columnField = names[.column] else { throw missing(.column, "physical column") }
        let rowField = numberedRows(names)
        try checkNumbers([rowField, columnField].compactMap(\.self))
        let rows = if let rowField { numbers(rowField) } else { try rowsByName(names) }
        let columns = numbers(columnField)
        let (rowOf, rowCount) = try axis(rows, isMirrored: options.flat.isBackToFront, "rows")
        let (columnOf, columnCount) = try axis(columns, isMirrored: options.flat.isRightToLeft, "columns")

        func text(_ role: FlatOptions.Role, _ record: LayoutValue) -> String {
            names[role].flatMap { record.at($0).string } ?? ""
        }
        let codes = SeatCodes.make(
            records.map {
                SeatCodes.Source(
                    id: text(.code, $0), section: text(.section, $0), row: text(.rowLabel, $0),
                    number: text(.number, $0))
            }, &report)
        let zones = zones(names, arePrices: fields.areZonesPrices)
        if zones.isEmpty { report.guesses.append("no field names a price zone: all seats are in the zone `standard`") }
        let isCoded = FlatPairs.isCoded(Set(records.map { text(.kind, $0) }))
        if let field = names[.kind] { tellUnknownKinds(records.map { text(.kind, $0) }, field, isCoded) }
        var labels = [Int: String]()
        var hall = Hall(hallID: options.hallID, name: name, rowCount: rowCount, columnCount: columnCount)
        for (index, record) in records.enumerated() {
            let row = rowOf[index]
            if labels[row] == nil { labels[row] = text(.rowLabel, record) }
            hall.seats.append(
                Seat(
                    code: codes[index], row: row, column: columnOf[index], number: text(.number, record),
                    zoneID: zones[text(.zone, record)]?.zoneID ?? (zones.isEmpty ? "standard" : ""),
                    kind: kind(text(.kind, record), isCoded) ?? .standard,
                    partner: text(.partner, record)))
        }
        let pairs = FlatPairs(
            records: records, places: places, cells: zip(rowOf, columnOf).map(GridCell.init), names: names,
            told: options.cells, isMirrored: options.flat.isRightToLeft)
        pairs.join(&hall, &faults)
        guard faults.isEmpty else { throw ImportError("the list cannot be read", faults: faults.all) }
        hall.rows = labels.keys.sorted().map { Row(index: $0, label: labels[$0] ?? "") }
        hall.zones = zones.values.sorted { $0.zoneID < $1.zoneID }
        if zones.isEmpty { hall.zones = [Zone(zoneID: "standard", name: "Standard")] }
        if let areas = FlatAreas.make(hall.seats, sections: records.map { text(.section, $0) }) {
            hall.areas = areas
        } else {
            report.notes.append("the sections lie within each other: they become no areas")
        }
        let states = states(names)
        return ImportedHall(
            hall: hall, report: report, states: states,
            places: FilePlaces(seats: places, fields: FlatFields.hallFields(names)))
    }

    /// No field holds what every seat needs. A field that should by its name, and does not, is told with what is in it.
    private func missing(_ role: FlatOptions.Role, _ what: String) -> ImportError {
        var faults = FaultList()
        for field in FlatFields.candidates(role, records) {
            let wrong = records.indices.filter { FlatFields.whole(records[$0].at(field)) == nil }
            guard let first = wrong.first else { continue }
            let more = wrong.count > 1 ? ", and \(wrong.count - 1) more have none" : ""
            faults.add(
                FilePlaces.cell(places[first], field),
                "is no whole number: there is \(Self.shown(records[first].at(field)))\(more)")
        }
        return ImportError(
            "no field holds the \(what) of every seat: name it with --\(role.rawValue)-field", faults: faults.all)
    }

    /// The field that counts rows; nil where rows are told by their names alone.
    private func numberedRows(_ names: [FlatOptions.Role: String]) -> String? {
        guard let field = names[.row] else { return nil }
        let texts = Set(records.compactMap { $0.at(field).string })
        let numbers = records.compactMap { FlatFields.whole($0.at(field)) }
        // Letters in the field that was told: names, unless most are numbers and the others mistakes.
        guard 2 * numbers.count > records.count else { return nil }
        // `1` and `01` are two rows to whoever printed them; one number would put strangers beside each other.
        let isPrinted = numbers.count == records.count && texts.count != Set(numbers).count
        return isPrinted && options.flat.fields[.row] == nil ? nil : field
    }

    /// Rows in the order of their first seat.
    private mutating func rowsByName(_ names: [FlatOptions.Role: String]) throws(ImportError) -> [Int] {
        guard let field = options.flat.fields[.row] ?? names[.rowLabel] ?? names[.row] else {
            throw missing(.row, "physical row")
        }
        var order = [String: Int]()
        var nameless = 0
        let rows = records.map { record -> Int in
            let label = record.at(field).string ?? ""
            if label.isEmpty { nameless += 1 }
            if let known = order[label] { return known }
            order[label] = order.count
            return order.count - 1
        }
        report.guesses.append("rows stand in the order in which `\(field)` first names them")
        if nameless > 0 {
            report.guesses.append(
                "\(CountText.of(nameless, "seat has", "seats have")) nothing in `\(field)`: a row of their own")
        }
        return rows
    }

    /// Every cell of the fields that is no whole number is a fault.
    private mutating func checkNumbers(_ fields: [String]) throws(ImportError) {
        for index in records.indices {
            for field in fields where FlatFields.whole(records[index].at(field)) == nil {
                faults.add(
                    FilePlaces.cell(places[index], field),
                    "needs a whole number, there is \(Self.shown(records[index].at(field)))")
            }
        }
        guard faults.isEmpty else { throw ImportError("the list cannot be read", faults: faults.all) }
    }

    private static func shown(_ value: LayoutValue) -> String {
        value.string.map { "`\($0.prefix(Limits.shownCell))`" } ?? "nothing"
    }

    private func numbers(_ field: String) -> [Int] {
        records.map { FlatFields.whole($0.at(field)) ?? 0 }
    }

    /// 0-based places on one axis of the grid. Cells before the first seat are kept up to the base.
    private mutating func axis(
        _ numbers: [Int], isMirrored: Bool, _ what: String
    ) throws(ImportError) -> (places: [Int], count: Int) {
        let low = numbers.min() ?? 0
        let high = numbers.max() ?? 0
        var base = options.flat.base ?? (low == 0 ? 0 : 1)
        if low < base || options.flat.base == nil, low != base {
            report.guesses.append("\(what) begin at \(low)")
            base = low
        }
        guard high - base < Limits.gridSide else {
            throw ImportError("the list has \(high - base + 1) \(what); a hall has at most \(Limits.gridSide)")
        }
        return (numbers.map { isMirrored ? high - $0 : $0 - base }, (isMirrored ? high - low : high - base) + 1)
    }

    private mutating func zones(_ names: [FlatOptions.Role: String], arePrices: Bool) -> [String: Zone] {
        guard let field = names[.zone] else { return [:] }
        var order: [String] = []
        var seen = Set<String>()
        for value in records.compactMap({ $0.at(field).string }) where !value.isEmpty && seen.insert(value).inserted {
            order.append(value)
        }
        let ids = Slug.unique(order.map { arePrices ? "price-\($0)" : $0 }, fallback: "zone")
        var zones = [String: Zone]()
        for (id, name) in zip(ids, order) {
            zones[name] = Zone(zoneID: id, name: arePrices ? "Price \(name)" : name)
        }
        if arePrices, let id = ids.first {
            report.guesses.append(
                "seats of one `\(field)` make a price zone; the amounts belong to shows: "
                    + "usher show create --price \(id)=CUR:\(order[0])")
        }
        return zones
    }

    /// What a record's word for its kind means; nil if nobody says. A letter alone may be anything, a category as well,
    /// unless all of them are letters that cinemas use.
    private func kind(_ text: String, _ isCoded: Bool) -> SeatKind? {
        let word = text.lowercased()
        if word.contains("wheelchair") || word.contains("accessible") { return .wheelchair }
        if word.contains("companion") { return .companion }
        if word.contains("couple") || word.contains("love") { return .couple }
        if word.contains("restrict") { return .restrictedView }
        if word.isEmpty { return .standard }
        guard word.count > 1 || isCoded || options.cells[text] != nil,
            let meaning = CellMeaning.word(text, options.cells)
        else { return nil }
        // Halves of sofas are joined once all of them are read.
        return meaning.kind == .couple ? .standard : meaning.kind
    }

    /// A misspelt wheelchair place would be offered to everybody: what is taken for an ordinary seat for want of better
    /// knowledge is told.
    private mutating func tellUnknownKinds(_ words: [String], _ field: String, _ isCoded: Bool) {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for word in words where kind(word, isCoded) == nil {
            if counts[word] == nil { order.append(word) }
            counts[word, default: 0] += 1
        }
        guard !order.isEmpty else { return }
        let told = order.prefix(Limits.kindsTold).map { word in
            "`\(word.prefix(24))` (\(CountText.of(counts[word] ?? 0, "seat")))"
        }
        let more = order.count > told.count ? " and \(order.count - told.count) more" : ""
        report.guesses.append(
            "`\(field)` says \(told.joined(separator: ", "))\(more), which is no kind known here: standard seats")
    }

    /// Records that say that nobody sits there: an aisle, an empty place.
    private mutating func leaveOutGaps(_ field: String?) {
        guard let field else { return }
        let values = Set(records.compactMap { $0.at(field).string })
        let isCoded = FlatPairs.isCoded(values)
        let kept = records.indices.filter { index in
            guard let word = records[index].at(field).string, let meaning = CellMeaning.word(word, options.cells) else {
                return true
            }
            return meaning.place != .gap || word.count < 2 && options.cells[word] == nil && !isCoded
        }
        guard kept.count < records.count else { return }
        let gaps = records.count - kept.count
        report.notes.append("\(CountText.of(gaps, "record is a gap", "records are gaps")) by `\(field)`")
        records = kept.map { records[$0] }
        places = kept.map { places[$0] }
    }

    /// States by the file's own words and the caller's table.
    private mutating func states(_ names: [FlatOptions.Role: String]) -> [SeatState] {
        var states: [SeatState?] = records.map { _ in nil }
        if let field = names[.status] {
            let read = StatusWords.read(
                records.map { $0.at(field).string ?? "" }, known: preset?.statusValues ?? [:],
                told: options.flat.statusValues)
            report.statuses = read.report
            states = read.states
        }
        if let preset { states = preset.withheld(records, states, &report) }
        return states.contains { $0 != nil } ? states.map { $0 ?? .available } : []
    }
}

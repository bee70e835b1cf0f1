import UsherCore

/// Reads Amadeus's seat maps: decks of seats at coordinates, where x counts rows from the nose and y columns from the
/// left. An aisle is a y that no seat has.
struct AmadeusImporter {
    private var draft = HallDraft(.amadeus)
    private var faults = FaultList()
    private var facilities: [String: Int] = [:]
    private var traits = CabinTraits()
    private var wheelchairs: [String] = []
    private var exitSeats: [String] = []
    private var withheld = CabinTraits()
    private var places = 0
    /// Elements of the cabin that the file lists as seats.
    private var others = 0
    private let names: LayoutValue

    /// `names`: what the answer calls codes of characteristics that are not known here.
    private init(names: LayoutValue) {
        self.names = names
    }

    /// The maps of a document: one, a list of them, or the API's answer.
    static func maps(_ document: LayoutValue) -> [(map: LayoutValue, path: String)] {
        LayoutMaps.items(of: document).filter { item in
            item.map["decks"].list?.contains { deck in
                deck["deckConfiguration"] != .null
                    || deck["seats"].list?.contains { $0["coordinates"] != .null } ?? false
            } ?? false
        }
    }

    static func read(_ document: LayoutValue, _ options: ImportOptions) throws(ImportError) -> [ImportedHall] {
        let maps = maps(document)
        guard !maps.isEmpty else { throw ImportError("there is no map with decks of seats in the file") }
        try LayoutMaps.refuseOthers(in: document, than: maps.map(\.path), "decks")
        let choice = LayoutMaps(titles: maps.map { title($0.map) }, options: options)
        let chosen = try choice.chosen()
        let dictionaries = document["dictionaries"]
        let plural = dictionaries["seatCharacteristics"]
        var halls: [ImportedHall] = []
        for index in chosen {
            var importer = AmadeusImporter(names: plural == .null ? dictionaries["seatCharacteristic"] : plural)
            halls.append(
                try importer.build(maps[index].map, maps[index].path, choice.options(index, of: chosen.count)))
        }
        return halls
    }

    /// `EK 370 MUC-DXB, business, 35 seats`.
    private static func title(_ map: LayoutValue) -> String {
        let seats = (map["decks"].list ?? []).flatMap { $0["seats"].list ?? [] }
        var seen = Set<String>()
        let cabins = seats.compactMap { $0["cabin"].string }.filter { seen.insert($0).inserted }.map(words)
        return
            "\(flight(map)), \(cabins.isEmpty ? "" : cabins.joined(separator: " and ") + ", ")\(CountText.of(seats.count, "seat"))"
    }

    private static func flight(_ map: LayoutValue) -> String {
        let number = [map["carrierCode"].string, map["number"].string].compactMap(\.self).joined(separator: " ")
        let way = [map.at("departure.iataCode").string, map.at("arrival.iataCode").string].compactMap(\.self)
        let text = [number, way.joined(separator: "-")].filter { !$0.isEmpty }.joined(separator: " ")
        return text.isEmpty ? "Seat map" : text
    }

    /// `PREMIUM_ECONOMY` as `premium economy`.
    private static func words(_ name: String) -> String { String(name.lowercased().map { $0 == "_" ? " " : $0 }) }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private mutating func build(
        _ map: LayoutValue, _ path: String, _ options: ImportOptions
    ) throws(ImportError) -> ImportedHall {
        let decks = map.records("decks", at: path, &faults)
        guard decks.count <= Limits.maps else {
            throw ImportError("the map has \(decks.count) decks; at most \(Limits.maps) are read")
        }
        var first = 0
        for (index, deck) in decks.enumerated() {
            if index > 0 { first += 2 }
            let type = deck["deckType"].string.map(Self.words) ?? "\(index + 1)"
            let section = decks.count > 1 ? Self.capitalized("\(type) deck") : ""
            first = add(deck, "\(path.isEmpty ? "" : "\(path).")decks[\(index)]", section, at: first)
        }
        guard faults.isEmpty else { throw ImportError("the map cannot be read", faults: faults.all) }
        draft.statusValues = ["AVAILABLE": .available, "BLOCKED": .blocked, "OCCUPIED": .sold]
        draft.report.notes.append("x counts rows and y columns; a y without a seat is an aisle or a gap")
        let list = facilities.keys.sorted().map { "\(facilities[$0] ?? 0) \($0)" }
        if !list.isEmpty {
            draft.report.notes.append(
                "facilities are no seats, their places stay free: \(list.joined(separator: ", "))")
        }
        tell()
        let cabins = Set(draft.seats.map(\.zone)).sorted().map { $0.lowercased() }.filter { !$0.isEmpty }
        let name = cabins.isEmpty ? Self.flight(map) : "\(Self.flight(map)), \(cabins.joined(separator: " and "))"
        return try draft.make(options, name: name)
    }

    /// The row after the deck.
    private mutating func add(_ deck: LayoutValue, _ path: String, _ section: String, at first: Int) -> Int {
        let configuration = deck["deckConfiguration"]
        var placed: [(seat: LayoutValue, x: Int, y: Int, place: String)] = []
        for (index, seat) in deck.records("seats", at: path, &faults).enumerated() where seat.isObject {
            if isNoSeat(seat) {
                others += 1
                continue
            }
            let x = FlatFields.whole(seat["coordinates"]["x"])
            let y = FlatFields.whole(seat["coordinates"]["y"])
            let number = seat["number"].string.map { " (\($0))" } ?? ""
            if let x, let y, x >= 0, y >= 0 {
                placed.append((seat, x, y, "\(path).seats[\(index)]"))
            } else {
                faults.add("\(path).seats[\(index)].coordinates", "needs whole numbers x and y from 0 on\(number)")
            }
        }
        for facility in deck["facilities"].list ?? [] {
            facilities[facility["code"].string ?? "other", default: 0] += 1
        }
        // What stands in front of the first seat row is no row of seats; free columns at the left are kept.
        let top = placed.map(\.x).min() ?? 0
        let width = configuration["width"].double ?? 0
        if width > 0, width <= Double(Limits.gridSide) { draft.columnCount = max(draft.columnCount, Int(width)) }
        var labels: [Int: [String: Int]] = [:]
        var exits = Set((configuration["exitRowsX"].list ?? []).compactMap(FlatFields.whole))
        for (seat, x, y, place) in placed {
            let traits = read(seat)
            if traits.isExit { exits.insert(x) }
            let number = seat["number"].string ?? ""
            let parts = CabinLetters.split(number)
            let row = first + x - top
            if let parts { labels[row, default: [:]][String(parts.row), default: 0] += 1 }
            draft.seats.append(
                DraftSeat(
                    source: SeatCodes.Source(
                        id: number, section: section, row: parts.map { String($0.row) } ?? "",
                        number: parts?.letter ?? number),
                    cell: GridCell(row: row, column: y), position: place,
                    zone: Self.capitalized(Self.words(seat["cabin"].string ?? "")),
                    section: section, kind: traits.kind, state: traits.state, status: Self.status(seat)))
        }
        for (row, counts) in labels {
            let label = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            draft.rows[row] = Row(index: row, label: label)
        }
        addExits(exits.compactMap { x in draft.rows[first + x - top] }.sorted { $0.index < $1.index })
        return first + (placed.map(\.x).max() ?? -1) - top + 1
    }

    /// Rows with an exit become areas of the hall, as wide as their seats.
    private mutating func addExits(_ rows: [Row]) {
        for row in rows.prefix(Limits.maps) {
            let columns = draft.seats.filter { $0.cell.row == row.index }.map(\.cell.column)
            guard let first = columns.min(), let last = columns.max() else { continue }
            draft.areas.append(
                Area(
                    areaID: "exit-row-\(row.label)", name: row.label.isEmpty ? "Exit row" : "Exit row \(row.label)",
                    firstRow: row.index, rowCount: 1, firstColumn: first, columnCount: last - first + 1))
        }
        if !rows.isEmpty {
            draft.report.notes.append(
                "exit rows become areas of the hall: \(rows.map(\.label).joined(separator: ", "))")
        }
    }

    private static func codes(_ seat: LayoutValue) -> [String] {
        (seat["characteristicsCodes"].list ?? []).compactMap(\.string)
    }

    /// A galley or a closet in the list of seats: its code says so, and nobody can buy it.
    private func isNoSeat(_ seat: LayoutValue) -> Bool {
        guard Self.codes(seat).contains(where: { CabinCode.of($0) == .noSeat }) else { return false }
        return [nil, "BLOCKED"].contains(Self.status(seat))
    }

    /// What a seat's codes make of it; the rest is kept for the report.
    private mutating func read(_ seat: LayoutValue) -> (kind: SeatKind, state: SeatState?, isExit: Bool) {
        let name = seat["number"].string ?? "?"
        var kind = SeatKind.standard
        var state: SeatState?
        var isExit = false
        for code in Self.codes(seat) {
            switch CabinCode.of(code) {
            case .place: places += 1
            case .kind(let found):
                // A wheelchair place stays one whatever else it is.
                if kind != .wheelchair { kind = found }
                if found == .wheelchair { wheelchairs.append(name) }
            case .exit:
                isExit = true
                exitSeats.append(name)
            case .withheld(let words):
                if Self.status(seat) == nil { state = .blocked }
                withheld.add("\(words) (\(code))", name)
            case .told(let words): traits.add("\(words) (\(code))", name)
            case .noSeat, nil:
                let words = names[code].string.map { "\($0.lowercased()) (\(code))" }
                traits.add(words ?? "the characteristic `\(code)`", name)
            }
        }
        traits.addPrices(
            (seat["travelerPricing"].list ?? []).map {
                ($0["price"]["total"].double, $0["price"]["currency"].string ?? "")
            })
        return (kind, state, isExit)
    }

    private mutating func tell() {
        if !wheelchairs.isEmpty {
            draft.report.notes.append(
                "for passengers with reduced mobility (H), wheelchair places here, which are suggested only to who asks "
                    + "for one: \(CabinTraits.listed(wheelchairs))")
        }
        if !exitSeats.isEmpty { draft.report.notes.append("beside an exit (E): \(CabinTraits.listed(exitSeats))") }
        draft.report.notes += withheld.notes("blocked, where the file says nothing of its state")
        if others > 0 {
            draft.report.notes.append(
                CountText.of(others, "entry in the list of seats is none", "entries in the list of seats are none")
                    + " by code (galleys, closets, stairs): the places stay free"
            )
        }
        if places > 0 { draft.report.notes.append("window, aisle and middle follow from the places of the seats") }
        draft.report.notes += traits.notes()
    }

    /// Free for one traveller is free.
    private static func status(_ seat: LayoutValue) -> String? {
        let all = (seat["travelerPricing"].list ?? []).compactMap { $0["seatAvailabilityStatus"].string }
        return all.first { $0 == "AVAILABLE" } ?? all.first
    }
}

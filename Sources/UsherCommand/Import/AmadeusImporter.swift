import UsherCore

/// Reads Amadeus's seat maps: decks of seats at coordinates, where x counts rows from the nose and y columns from the
/// left. An aisle is a y that no seat has.
struct AmadeusImporter {
    private var draft = HallDraft(.amadeus)
    private var faults = FaultList()
    private var facilities: [String: Int] = [:]

    /// The maps of a document: one, a list of them, or the API's answer.
    static func maps(_ document: LayoutValue) -> [(map: LayoutValue, path: String)] {
        let root = document["data"] != .null ? document["data"] : document
        let path = document["data"] != .null ? "data" : ""
        let items = root.list.map { $0.enumerated().map { ($1, "\(path)[\($0)]") } } ?? [(root, path)]
        return items.filter { item in
            item.0["decks"].list?.contains { deck in
                deck["deckConfiguration"] != .null
                    || deck["seats"].list?.contains { $0["coordinates"] != .null } ?? false
            } ?? false
        }
    }

    static func read(_ document: LayoutValue, _ options: ImportOptions) throws(ImportError) -> [ImportedHall] {
        let maps = maps(document)
        guard !maps.isEmpty else { throw ImportError("there is no map with decks of seats in the file") }
        let choice = LayoutMaps(titles: maps.map { title($0.map) }, options: options)
        let chosen = try choice.chosen()
        var halls: [ImportedHall] = []
        for index in chosen {
            var importer = AmadeusImporter()
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
            "\(flight(map)), \(cabins.isEmpty ? "" : cabins.joined(separator: " and ") + ", ")\(seats.count) seat\(seats.count == 1 ? "" : "s")"
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
        let decks = map["decks"].list ?? []
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
        let cabins = Set(draft.seats.map(\.zone)).sorted().map { $0.lowercased() }.filter { !$0.isEmpty }
        let name = cabins.isEmpty ? Self.flight(map) : "\(Self.flight(map)), \(cabins.joined(separator: " and "))"
        return try draft.make(options, name: name)
    }

    /// The row after the deck.
    private mutating func add(_ deck: LayoutValue, _ path: String, _ section: String, at first: Int) -> Int {
        let configuration = deck["deckConfiguration"]
        var placed: [(seat: LayoutValue, x: Int, y: Int)] = []
        for (index, seat) in (deck["seats"].list ?? []).enumerated() {
            let x = FlatFields.whole(seat["coordinates"]["x"])
            let y = FlatFields.whole(seat["coordinates"]["y"])
            let number = seat["number"].string.map { " (\($0))" } ?? ""
            if let x, let y, x >= 0, y >= 0 {
                placed.append((seat, x, y))
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
        for (seat, x, y) in placed {
            let number = seat["number"].string ?? ""
            let parts = CabinLetters.split(number)
            let row = first + x - top
            if let parts { labels[row, default: [:]][String(parts.row), default: 0] += 1 }
            draft.seats.append(
                DraftSeat(
                    source: SeatCodes.Source(
                        id: number, section: section, row: parts.map { String($0.row) } ?? "",
                        number: parts?.letter ?? number),
                    cell: GridCell(row: row, column: y), zone: Self.capitalized(Self.words(seat["cabin"].string ?? "")),
                    section: section, status: Self.status(seat)))
        }
        for (row, counts) in labels {
            let label = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
            draft.rows[row] = Row(index: row, label: label)
        }
        let exits = (configuration["exitRowsX"].list ?? []).compactMap(FlatFields.whole).compactMap { x in
            draft.rows[first + x - top]?.label
        }
        if !exits.isEmpty { draft.report.notes.append("exit rows: \(exits.joined(separator: ", "))") }
        return first + (placed.map(\.x).max() ?? -1) - top + 1
    }

    /// Free for one traveller is free.
    private static func status(_ seat: LayoutValue) -> String? {
        let all = (seat["travelerPricing"].list ?? []).compactMap { $0["seatAvailabilityStatus"].string }
        return all.first { $0 == "AVAILABLE" } ?? all.first
    }
}

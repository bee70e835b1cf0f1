import UsherCore

/// Reads Duffel's seat maps: cabins of rows of sections, with an aisle between two sections.
struct DuffelImporter {
    private var draft = HallDraft(.duffel)
    private var others: [String: Int] = [:]
    private var guessed: [String] = []
    private var seatsWithoutName = 0
    private var offered = 0
    private var withheld = 0
    private var restricted = 0
    private var traits = CabinTraits()
    private var kinds: [SeatKind: [String]] = [:]

    /// The maps of a document: one, a list of them, or the API's answer.
    static func maps(_ document: LayoutValue) -> [(map: LayoutValue, path: String)] {
        LayoutMaps.items(of: document).filter { item in
            item.map["cabins"].list?.contains { $0["rows"].list?.contains { $0["sections"].list != nil } ?? false }
                ?? false
        }
    }

    static func read(_ document: LayoutValue, _ options: ImportOptions) throws(ImportError) -> [ImportedHall] {
        let maps = maps(document)
        guard !maps.isEmpty else { throw ImportError("there is no map with cabins, rows and sections in the file") }
        try LayoutMaps.refuseOthers(in: document, than: maps.map(\.path), "cabins")
        let titles = maps.map { title($0.map) }
        let choice = LayoutMaps(titles: titles, options: options)
        var halls: [ImportedHall] = []
        let chosen = try choice.chosen()
        for index in chosen {
            var importer = DuffelImporter()
            let options = choice.options(index, of: chosen.count)
            halls.append(try importer.build(maps[index].map, maps[index].path, options))
        }
        return halls
    }

    /// `economy of segment seg_1, 3 cabins`.
    private static func title(_ map: LayoutValue) -> String {
        let segment = map["segment_id"].string.map { " of segment \($0)" } ?? ""
        let count = map["cabins"].list?.count ?? 0
        return "\(classes(map))\(segment), \(CountText.of(count, "cabin"))"
    }

    /// `business and economy`.
    private static func classes(_ map: LayoutValue) -> String {
        var seen = Set<String>()
        let names = (map["cabins"].list ?? []).compactMap { $0["cabin_class"].string }.filter {
            seen.insert($0).inserted
        }
        return names.isEmpty ? "seat map" : names.map(words).joined(separator: " and ")
    }

    /// `premium_economy` as `premium economy`.
    private static func words(_ name: String) -> String { String(name.map { $0 == "_" ? " " : $0 }) }

    private mutating func build(
        _ map: LayoutValue, _ path: String, _ options: ImportOptions
    ) throws(ImportError) -> ImportedHall {
        var faults = FaultList()
        let start = path.isEmpty ? "" : "\(path)."
        let cabins = map.records("cabins", at: path, &faults).enumerated().map {
            DuffelCabin($1, "\(start)cabins[\($0)]", &faults)
        }
        guard faults.isEmpty else { throw ImportError("the map cannot be read", faults: faults.all) }
        let width = cabins.map(\.width).max() ?? 0
        let depth = cabins.reduce(0) { $0 + $1.rows.count }
        guard width <= Limits.gridSide, depth <= Limits.gridSide, cabins.count <= Limits.maps else {
            throw ImportError(
                "the map is \(width) columns wide and \(depth) rows long, in \(cabins.count) cabins; a hall has at most "
                    + "\(Limits.gridSide) rows and columns")
        }
        let known = Set(cabins.flatMap(\.rows).joined().joined().map(\.designator))
        var first = 0
        for (index, cabin) in cabins.enumerated() {
            if index > 0 { first += 1 }
            add(cabin, section(cabin, index, cabins), at: first, width, known)
            first += cabin.rows.count
        }
        draft.rowCount = first
        draft.columnCount = width
        tell(cabins)
        return try draft.make(options, name: Self.capitalized(Self.classes(map)))
    }

    private func section(_ cabin: DuffelCabin, _ index: Int, _ cabins: [DuffelCabin]) -> String {
        guard cabins.count > 1 else { return "" }
        let name = cabin.name.isEmpty ? "cabin \(index + 1)" : Self.words(cabin.name)
        let decks = Set(cabins.map(\.deck)).count > 1 ? (cabin.deck == 0 ? "main deck, " : "upper deck, ") : ""
        let isRepeated = cabins.count { $0.name == cabin.name && $0.deck == cabin.deck } > 1
        return Self.capitalized(decks + name + (isRepeated ? " (\(index + 1))" : ""))
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private mutating func add(
        _ cabin: DuffelCabin, _ section: String, at first: Int, _ width: Int, _ known: Set<String>
    ) {
        let numbers = cabin.numbers()
        let spare = width - cabin.width
        var used = known
        for (index, row) in cabin.rows.enumerated() {
            let physical = first + index
            let number = numbers[index].map(String.init) ?? ""
            var hasSeats = false
            for (part, elements) in row.enumerated() {
                let columns = cabin.columns(elements, section: part)
                for (element, column) in zip(elements.filter(\.isPlace), columns) where element.isSeat {
                    hasSeats = true
                    let place = column - cabin.widths.prefix(part).reduce(0) { $0 + $1 + 1 }
                    var letter = cabin.letters[part].indices.contains(place) ? cabin.letters[part][place] : ""
                    var code = element.designator
                    if let told = CabinLetters.split(code) {
                        letter = told.letter
                    } else if code.isEmpty {
                        code = number.isEmpty || letter.isEmpty ? "" : number + letter
                        // What another seat is called already is no guess for this one.
                        if !code.isEmpty, !used.insert(code).inserted { code = "" }
                        if code.isEmpty { seatsWithoutName += 1 } else { guessed.append(code) }
                    }
                    let kind = read(element, code.isEmpty ? "\(number)?" : code)
                    draft.seats.append(
                        DraftSeat(
                            source: SeatCodes.Source(id: code, section: section, row: number, number: letter),
                            cell: GridCell(row: physical, column: spare / 2 + column), position: element.path,
                            zone: Self.capitalized(Self.words(cabin.name)), section: section, kind: kind,
                            state: state(element)))
                }
                for element in elements where !element.isSeat { others[element.type, default: 0] += 1 }
            }
            if hasSeats || spare % 2 == 1 {
                draft.rows[physical] = Row(
                    index: physical, label: hasSeats ? number : "", offset: hasSeats && spare % 2 == 1 ? 0.5 : 0)
            }
            if row.joined().contains(where: { $0.type == "exit_row" }) {
                draft.areas.append(
                    Area(
                        areaID: "exit-\(physical + 1)", name: "Exit", firstRow: physical, rowCount: 1,
                        firstColumn: spare / 2, columnCount: max(1, cabin.width)))
            }
        }
    }

    /// The kind that a seat's remarks make of it; what they say besides is told.
    private mutating func read(_ element: DuffelCabin.Element, _ name: String) -> SeatKind {
        var kind = SeatKind.standard
        for remark in element.remarks {
            if let found = CabinCode.kind(ofRemark: remark) {
                if kind != .wheelchair { kind = found }
            } else {
                traits.add(remark.lowercased(), name)
            }
        }
        if kind != .standard { kinds[kind, default: []].append(name) }
        traits.addPrices(element.prices)
        return kind
    }

    private mutating func state(_ element: DuffelCabin.Element) -> SeatState? {
        if element.type == "restricted_seat_general" {
            restricted += 1
            return .blocked
        }
        guard let isOffered = element.isOffered else { return nil }
        if isOffered { offered += 1 } else { withheld += 1 }
        return isOffered ? .available : .blocked
    }

    /// What was understood and guessed, for people.
    private mutating func tell(_ cabins: [DuffelCabin]) {
        let aisles = cabins.map { max(0, $0.widths.count - 1) }
        let plans = cabins.map { $0.widths.map(String.init).joined(separator: "-") }
        draft.report.notes.append(
            "sections are \(Set(plans).sorted().joined(separator: " and ")) seats wide, with "
                + "\(CountText.of(aisles.max() ?? 0, "aisle")) between them")
        if !guessed.isEmpty {
            let shown = guessed.prefix(Limits.reportedItems).joined(separator: " ")
            draft.report.guesses.append(
                "\(CountText.of(guessed.count, "seat has", "seats have")) no designator: row and letter are taken from the seats around them "
                    + "(\(shown)\(guessed.count > Limits.reportedItems ? " …" : ""))")
        }
        if seatsWithoutName > 0 {
            draft.report.guesses.append(
                "\(CountText.of(seatsWithoutName, "seat has", "seats have")) no designator and none could be found: codes are made of cabin, row "
                    + "and ordinal")
        }
        let list = others.keys.sorted().map { "\(others[$0] ?? 0) \(Self.words($0))" }
        if !list.isEmpty {
            draft.report.notes.append("no seats, their places stay free: \(list.joined(separator: ", "))")
        }
        draft.report.notes.append(
            "seats with services are taken as available (\(offered)), those without as blocked (\(withheld)), "
                + "restricted ones as blocked (\(restricted))")
        let exits = draft.areas.count
        if exits > 0 {
            draft.report.notes.append(
                "\(CountText.of(exits, "row with an exit becomes an area", "rows with exits become areas")) of the hall"
            )
        }
        for (kind, words) in [(SeatKind.wheelchair, "wheelchair places"), (.restrictedView, "restricted views")] {
            if let seats = kinds[kind] {
                draft.report.notes.append("\(words) by the words on them: \(CabinTraits.listed(seats))")
            }
        }
        draft.report.notes += traits.notes()
    }
}

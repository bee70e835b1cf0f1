import UsherCore

/// `usher import FILE`: reads a layout, says what it understood, and puts the hall, or each of several.
enum ImportCommand {
    static let spec = CommandSpec(
        "import", "put a hall from a layout file",
        positionals: [PositionalSpec("FILE", "the layout; - reads standard input")],
        options: [
            OptionSpec("format", "FORMAT", "\(ImportFormat.list); by content if left out"),
            OptionSpec("hall", "ID", "the hall's id; the file's own or its name if left out"),
            OptionSpec("name", "NAME", "the hall's name; the file's own if left out"),
            OptionSpec(flag: "dry-run", "say what was understood and draw it, send nothing"),
            OptionSpec("map", "N|all", "which map of a file with several (duffel, amadeus); all makes a hall of each"),
            OptionSpec(
                "cells", "LIST",
                "grid, flat: what cells mean, as 0=gap,1=seat,f=seat/First; also left, right, couple, wheelchair, "
                    + "companion, restricted, locked, sold and blocked; a price zone after the stroke"),
            OptionSpec("aspect", "W:H", "percent: width and height of the picture, as 16:9 or 1920:1080"),
            OptionSpec(
                "list", "PATH",
                "flat, percent: where the list is in the document, as seats, data.list or 0.decks.0.seats"),
        ]
            + FlatOptions.Role.allCases.map {
                OptionSpec("\($0.rawValue)-field", "NAME", "flat: the field that holds the seat's \($0.rawValue)")
            } + [
                OptionSpec("base", "0|1", "flat: number of the first row and column; found out if left out"),
                OptionSpec(flag: "transposed", "flat: exchange rows and columns"),
                OptionSpec("direction", "ltr|rtl", "whether the first column is at the left (ltr) or at the right"),
                OptionSpec("rows", "front|back", "whether the first row is at the front or at the back"),
                OptionSpec(
                    "status-values", "LIST", "what status values mean, as 0=available,1=blocked,2=locked,3=sold"),
                OptionSpec(
                    "unavailable", "FILE", "write the codes of the seats that the file calls unavailable, one a line"),
            ] + DrawOptions.options + [ClientOptions.json] + ClientOptions.server,
        details: """
            Formats:
              usher    the proto3 JSON of a Hall, as `usher hall export` writes it
              pretix   a seating plan of pretix's editor
              flat     a list of seats, a record each with row and column: JSON, CSV or a property list
              grid     rows of cells: lines of signs (A: oo__oLR), CSV with a cell a field, or JSON rows with
                       typed cells; its signs are below
              duffel   cabin maps of Duffel; sections with an aisle between them
              amadeus  cabin maps of Amadeus; x is the row, y the column
              percent  a room whose seats are boxes in percent of a picture

            Signs of a grid with one character a cell; others are told by --cells:
            \(signs)
            A cell of CSV or JSON may be a word as well (seat, gap, wheelchair, sold, E, LK, …) or the seat's number.

            A hall has no seat states: what the file says about sold or closed seats is drawn by --dry-run, and
            --unavailable lists the seats for `usher block SHOW -`.
            """,
        run: run)

    /// A line for each meaning, as the help lists them.
    private static var signs: String {
        CellMeaning.signGroups.map { group in
            let shown = group.signs.filter { !$0.isWhitespace }.map(String.init).joined(separator: " ")
            let blank = group.signs.contains(" ") ? " and blanks" : ""
            return "  \(group.name): \(shown)\(blank)"
        }.joined(separator: "\n")
    }

    private static func run(_ arguments: ParsedArguments, _ console: Console) async throws {
        var options = try importOptions(arguments)
        options.takesAllMaps = arguments.has("dry-run")
        let style = try DrawOptions.style(arguments, console)
        let halls = try LayoutFile.read(arguments.positionals[0], options, console)
        for imported in halls {
            for line in imported.report.lines(for: imported.hall) { console.note(line) }
        }
        if halls.count > 1, options.map == nil {
            console.note("\(halls.count) maps: to put them, say --map N for one, or --map all for a hall each")
        }
        // All of them are looked at before the first is sent.
        for imported in halls {
            let faults = imported.faults()
            if !faults.isEmpty {
                throw CommandFailure(
                    "the hall \(imported.hall.hallID) is not in order", reason: "FIELDS",
                    lines: ClientErrors.list(faults))
            }
        }
        if let path = arguments["unavailable"] {
            guard halls.count == 1 else { throw UsageError("--unavailable goes with one map: say --map N") }
            let codes = zip(halls[0].hall.seats, halls[0].states).filter { $1 != .available }.map(\.0.code)
            try LayoutFile.write(codes.map { $0 + "\n" }.joined(), path)
        }
        guard arguments.has("dry-run") else {
            try await put(halls.map(\.hall), arguments, console)
            return
        }
        for imported in halls {
            if arguments.has("json") {
                try console.line(JSONLine.hall(imported.hall))
                continue
            }
            let title = imported.hall.name.isEmpty ? imported.hall.hallID : imported.hall.name
            var style = style
            if let front = imported.front, arguments["front"] == nil { style.front = front }
            let lines = SeatMapDrawing(imported.hall, style)
                .lines(imported.states.map(\.rawValue), MapStatus(title: title))
            for line in lines { console.line(line) }
        }
    }

    private static func put(_ halls: [Hall], _ arguments: ParsedArguments, _ console: Console) async throws {
        try await ClientOptions.withClient(arguments, console) { client in
            for hall in halls {
                // The reply to a large hall comes without its seats; what was sent tells how many there are.
                let kept = try await client.putHall(hall)
                if arguments.has("json") {
                    try console.line(JSONLine.hallSummary(kept, seatCount: hall.seats.count))
                } else {
                    console.line(
                        "hall \(kept.hallID), revision \(kept.revision): \(CountText.of(hall.seats.count, "seat"))")
                    console.note(
                        "next: usher show create --hall \(kept.hallID) --id SHOW, or usher room create --hall "
                            + "\(kept.hallID) --id ROOM")
                }
            }
        }
    }

    static func importOptions(_ arguments: ParsedArguments) throws(UsageError) -> ImportOptions {
        var options = ImportOptions()
        let words = ImportFormat.allCases.map(\.rawValue) + ["auto"]
        options.format = try arguments.choice("format", of: words).flatMap(ImportFormat.init)
        options.hallID = arguments["hall"] ?? ""
        options.name = arguments["name"] ?? ""
        options.fileStem = LayoutFile.stem(arguments.positionals[0])
        for role in FlatOptions.Role.allCases { options.flat.fields[role] = arguments["\(role.rawValue)-field"] }
        options.flat.path = arguments["list"]
        options.flat.base = try arguments.integer("base", in: 0...1)
        options.flat.isTransposed = arguments.has("transposed") ? true : nil
        options.flat.isRightToLeft = try arguments.choice("direction", of: ["ltr", "rtl"]) == "rtl"
        options.flat.isBackToFront = try arguments.choice("rows", of: ["front", "back"]) == "back"
        options.flat.statusValues = try statusValues(arguments["status-values"] ?? "")
        options.map = arguments["map"]
        options.cells = try cells(arguments["cells"] ?? "")
        options.aspect = try arguments["aspect"].map(aspect)
        return options
    }

    private static func cells(_ text: String) throws(UsageError) -> [String: CellMeaning] {
        var cells = [String: CellMeaning]()
        for pair in text.split(separator: ",") {
            // The sign may be `=` itself.
            guard let equal = pair.dropFirst().firstIndex(of: "="),
                let meaning = CellMeaning.told(String(pair[pair.index(after: equal)...]))
            else {
                throw UsageError(
                    "--cells takes SIGN=MEANING pairs, not `\(pair)`",
                    hint:
                        "meanings are seat, gap, left, right, couple, wheelchair, companion, restricted, locked, sold and "
                        + "blocked, with a zone as in seat/Stalls")
            }
            cells[String(pair[..<equal])] = meaning
        }
        return cells
    }

    private static func aspect(_ text: String) throws(UsageError) -> Double {
        let parts = text.split(separator: ":").map { Double($0) ?? 0 }
        guard parts.count == 2, parts.allSatisfy({ $0 > 0 && $0 < 1e6 }) else {
            throw UsageError("--aspect takes the picture's width and height, as 16:9, not `\(text)`")
        }
        return parts[0] / parts[1]
    }

    private static func statusValues(_ text: String) throws(UsageError) -> [String: SeatState] {
        let words: [String: SeatState] = [
            "available": .available, "free": .available, "locked": .locked, "sold": .sold, "blocked": .blocked,
        ]
        var values = [String: SeatState]()
        for pair in text.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let state = words[parts[1]] else {
                throw UsageError(
                    "--status-values takes VALUE=STATE pairs, not `\(pair)`",
                    hint: "states are available, locked, sold and blocked")
            }
            values[parts[0]] = state
        }
        return values
    }
}

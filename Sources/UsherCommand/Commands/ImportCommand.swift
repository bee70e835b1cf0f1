import Foundation
import UsherCore

/// `usher import FILE`: reads a layout, says what it understood, and puts the hall.
enum ImportCommand {
    static let spec = CommandSpec(
        "import", "put a hall from a layout file",
        positionals: [PositionalSpec("FILE", "the layout; - reads standard input")],
        options: [
            OptionSpec("format", "FORMAT", "usher, pretix or flat; by content if left out"),
            OptionSpec("hall", "ID", "the hall's id; the file's own or its name if left out"),
            OptionSpec("name", "NAME", "the hall's name; the file's own if left out"),
            OptionSpec(flag: "dry-run", "say what was understood and draw it, send nothing"),
            OptionSpec(
                "list", "PATH", "flat: where the list is in the document, as seats, data.list or 0.decks.0.seats"),
        ]
            + FlatOptions.Role.allCases.map {
                OptionSpec("\($0.rawValue)-field", "NAME", "flat: the field that holds the seat's \($0.rawValue)")
            } + [
                OptionSpec("base", "0|1", "flat: number of the first row and column; found out if left out"),
                OptionSpec(flag: "transposed", "flat: exchange rows and columns"),
                OptionSpec(
                    "direction", "ltr|rtl", "flat: whether the first column is at the left (ltr) or at the right"),
                OptionSpec("rows", "front|back", "flat: whether the first row is at the front or at the back"),
                OptionSpec(
                    "status-values", "LIST",
                    "flat: what status values mean, as 0=available,1=blocked,2=locked,3=sold"),
                OptionSpec(
                    "unavailable", "FILE", "write the codes of the seats that the file calls unavailable, one a line"),
            ] + DrawOptions.options + [ClientOptions.json] + ClientOptions.server,
        details: """
            A hall has no seat states: what the file says about sold or closed seats is drawn by --dry-run, and
            --unavailable lists the seats for `usher block SHOW -`.
            """,
        run: run)

    private static func run(_ arguments: ParsedArguments, _ console: Console) async throws {
        let options = try importOptions(arguments)
        let data = try read(arguments.positionals[0], console)
        let imported: ImportedHall
        do {
            imported = try Importer.read(data, options)
        } catch {
            throw CommandFailure(error.message, reason: "", lines: ClientErrors.list(error.faults))
        }
        for line in imported.report.lines(for: imported.hall) { console.note(line) }
        let faults = imported.hall.faults()
        if !faults.isEmpty {
            throw CommandFailure(
                "the hall is not in order", reason: "FIELDS", lines: ClientErrors.list(faults))
        }
        if let path = arguments["unavailable"] { try list(imported, path) }
        if arguments.has("dry-run") {
            if arguments.has("json") {
                try console.line(JSONLine.hall(imported.hall))
                return
            }
            let drawing = SeatMapDrawing(imported.hall, try DrawOptions.style(arguments, console))
            let title = imported.hall.name.isEmpty ? imported.hall.hallID : imported.hall.name
            for line in drawing.lines(imported.states.map(\.rawValue), MapStatus(title: title)) { console.line(line) }
            return
        }
        try await put(imported.hall, arguments, console)
    }

    private static func put(_ hall: Hall, _ arguments: ParsedArguments, _ console: Console) async throws {
        // The reply to a large hall comes without its seats; what was sent tells how many there are.
        let kept = try await ClientOptions.withClient(arguments, console) { client in try await client.putHall(hall) }
        if arguments.has("json") {
            try console.line(JSONLine.hallSummary(kept, seatCount: hall.seats.count))
        } else {
            console.line("hall \(kept.hallID), revision \(kept.revision): \(hall.seats.count) seats")
            console.note("next: usher show create --hall \(kept.hallID) --id SHOW")
        }
    }

    static func importOptions(_ arguments: ParsedArguments) throws(UsageError) -> ImportOptions {
        var options = ImportOptions()
        let words = ImportFormat.allCases.map(\.rawValue) + ["auto"]
        options.format = try arguments.choice("format", of: words).flatMap(ImportFormat.init)
        options.hallID = arguments["hall"] ?? ""
        options.name = arguments["name"] ?? ""
        let file = arguments.positionals[0]
        options.fileStem = file == "-" ? "hall" : URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        for role in FlatOptions.Role.allCases { options.flat.fields[role] = arguments["\(role.rawValue)-field"] }
        options.flat.path = arguments["list"]
        options.flat.base = try arguments.integer("base", in: 0...1)
        options.flat.isTransposed = arguments.has("transposed") ? true : nil
        options.flat.isRightToLeft = try arguments.choice("direction", of: ["ltr", "rtl"]) == "rtl"
        options.flat.isBackToFront = try arguments.choice("rows", of: ["front", "back"]) == "back"
        options.flat.statusValues = try statusValues(arguments["status-values"] ?? "")
        return options
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

    private static func read(_ path: String, _ console: Console) throws(CommandFailure) -> Data {
        if path == "-" { return console.input() }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure("\(path) cannot be read: \((error as NSError).localizedFailureReason ?? "\(error)")")
        }
    }

    private static func list(_ imported: ImportedHall, _ path: String) throws(CommandFailure) {
        let codes = zip(imported.hall.seats, imported.states).filter { $1 != .available }.map(\.0.code)
        do {
            try Data(codes.map { $0 + "\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw CommandFailure(
                "\(path) cannot be written: \((error as NSError).localizedFailureReason ?? "\(error)")")
        }
    }
}

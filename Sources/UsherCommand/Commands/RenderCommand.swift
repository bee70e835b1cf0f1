import Foundation
import Usher
import UsherCore

/// `usher render SHOW|HALL -o map.svg`: a seat map as a picture.
enum RenderCommand {
    static let spec = CommandSpec(
        "render", "write a seat map as a picture, SVG or PNG",
        positionals: [PositionalSpec("SHOW|HALL", "a show's or a hall's id, whichever it is", count: .optional)],
        options: [
            OptionSpec(
                "output", "FILE", short: "o",
                "a name that ends with .svg or .png; - or none writes SVG to standard output"),
            OptionSpec(flag: "show", "the id is a show's"), OptionSpec(flag: "hall", "the id is a hall's"),
            OptionSpec("revision", "N", "a revision of the hall (default: the newest)"),
            OptionSpec("file", "FILE", "draw a layout file instead, as `usher import` reads it; - is standard input"),
            OptionSpec("map", "N", "with --file: which map of a file with several"),
            OptionSpec("width", "PIXELS", "how wide the picture is (default: what the hall needs)"),
            OptionSpec("title", "TEXT", "the line above the map (default: the show's or the hall's); empty for none"),
            OptionSpec(
                "front", "TEXT",
                "what stands in front of the first row (default: stage; front in a cabin, none in a room of desks); empty draws "
                    + "none"),
            OptionSpec("select", "SEAT", repeats: true, "point out a seat; as often as there are seats to point out"),
            OptionSpec(
                "theme", "auto|light|dark",
                "the colours; auto (the default) has both for an SVG's reader to choose, and makes a light PNG"),
            OptionSpec(flag: "no-legend", "the map alone"),
            OptionSpec(
                "detail", "full|seats|rows",
                "what there is of each seat: all, one shape, or one shape for a row's (default: by the hall's size)"),
        ] + ClientOptions.server,
        details: """
            States differ in shape and in colours that colour-blind people tell apart. In the SVG each seat has its code as
            data-seat, its place in the hall's list as data-index, as deltas name it, its state as class, its number and a
            note. Over \(Limits.detailedSeats) seats it is one shape with its note; over \(Limits.singleSeats) the seats of a
            row that look alike are one shape, with numbers where --width makes seats of \(Int(Limits.numberPixels)) pixels.
            --detail tells otherwise. PNG needs the library librsvg2-2.
            """,
        run: run)

    /// What is drawn.
    private struct Subject {
        var hall: Hall
        var states: [UInt8]?
        var title: String
        var subtitle = ""
        var facts: [MapPicture.Fact]
        /// What stands in front, where it is known; nil leaves the usual word.
        var front: String?
    }

    private static func run(_ arguments: ParsedArguments, _ console: Console) async throws {
        var style = RenderStyle()
        style.width = try arguments.integer("width", in: Limits.pictureWidths)
        style.hasLegend = !arguments.has("no-legend")
        let themes = RenderStyle.Theme.allCases.map(\.rawValue)
        style.theme = try arguments.choice("theme", of: themes).flatMap(RenderStyle.Theme.init) ?? .auto
        let details = RenderStyle.Detail.allCases.map(\.rawValue)
        style.detail = try arguments.choice("detail", of: details).flatMap(RenderStyle.Detail.init)
        let isPNG = try isPNG(arguments["output"])
        let subject = try await subject(arguments, console)
        if let front = arguments["front"] ?? subject.front { style.front = front }
        style.title = arguments["title"] ?? subject.title
        style.subtitle = arguments["title"] == nil ? subject.subtitle : ""
        style.selected = try selected(arguments.all("select"), subject.hall)
        let picture = PictureLayout.picture(of: subject.hall, states: subject.states, facts: subject.facts, style)
        if isPNG, style.theme == .auto { style.theme = .light }
        let svg = SVGWriter.write(picture, theme: style.theme)
        guard let path = arguments["output"], path != "-" else {
            console.out(svg)
            return
        }
        let bytes =
            isPNG
            ? try SVGRaster.png(svg, width: picture.pixelWidth, height: picture.pixelHeight) : Array(svg.utf8)
        try LayoutFile.write(Data(bytes), path)
        console.note(
            "\(path): \(picture.summary), \(picture.pixelWidth) × \(picture.pixelHeight) pixels, \(bytes.count) bytes")
    }

    private static func isPNG(_ path: String?) throws(UsageError) -> Bool {
        guard let path, path != "-" else { return false }
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "svg": return false
        case "png": return true
        default: throw UsageError("`\(path)` ends with neither .svg nor .png", hint: "as -o map.svg")
        }
    }

    private static func selected(_ codes: [String], _ hall: Hall) throws(CommandFailure) -> Set<Int> {
        guard !codes.isEmpty else { return [] }
        let seats = Dictionary(hall.seats.enumerated().map { ($1.code, $0) }, uniquingKeysWith: { first, _ in first })
        let unknown = codes.filter { seats[$0] == nil }
        guard unknown.isEmpty else {
            throw CommandFailure(
                "the hall has no such seat", reason: "SEAT_UNKNOWN", lines: ["seats: \(unknown.joined(separator: " "))"]
            )
        }
        return Set(codes.compactMap { seats[$0] })
    }

    // MARK: Where it comes from

    private static func subject(_ arguments: ParsedArguments, _ console: Console) async throws -> Subject {
        let revision = try arguments.unsigned("revision") ?? 0
        let (wantsShow, wantsHall) = (arguments.has("show"), arguments.has("hall") || revision > 0)
        guard !(wantsShow && wantsHall) else {
            throw UsageError("--show and \(arguments.has("hall") ? "--hall" : "--revision") exclude each other")
        }
        let id = arguments.positionals.first
        if let path = arguments["file"] {
            guard id == nil, !wantsShow, !wantsHall else { throw UsageError("--file stands instead of an id") }
            return try file(path, arguments["map"], console)
        }
        guard arguments["map"] == nil else { throw UsageError("--map goes with --file") }
        guard let id else { throw UsageError("`render` needs SHOW|HALL or --file FILE") }
        return try await ClientOptions.withClient(arguments, console) { client in
            if wantsHall { return subject(try await client.hall(id, revision: revision)) }
            if wantsShow { return try await show(id, client) }
            return try await either(id, client)
        }
    }

    /// An id may be a show's, a hall's, both, or nobody's.
    private static func either(_ id: String, _ client: UsherClient) async throws -> Subject {
        let hasHall = try await exists { _ = try await client.hall(id, rows: 0..<1) }
        let hasShow = try await exists { _ = try await client.show(id) }
        switch (hasShow, hasHall) {
        case (true, true):
            throw CommandFailure(
                "\(id) is the id of a show and of a hall", lines: ["--show draws the show, --hall the hall"])
        case (true, false): return try await show(id, client)
        case (false, true): return subject(try await client.hall(id))
        case (false, false):
            throw CommandFailure(
                "there is neither a show nor a hall \(id)", reason: "SHOW_UNKNOWN",
                lines: ["`usher show list` and `usher hall list` tell which there are"])
        }
    }

    private static func exists(_ look: () async throws -> Void) async throws -> Bool {
        do {
            try await look()
            return true
        } catch let error as UsherError where error.code == .notFound {
            return false
        }
    }

    private static func show(_ id: String, _ client: UsherClient) async throws -> Subject {
        guard case .snapshot(let snapshot) = try await client.seats(of: id) else {
            throw CommandFailure("the gateway answered without a snapshot")
        }
        let hall = try await client.hall(snapshot.hallID, revision: snapshot.hallRevision)
        let show = try await client.show(id).show
        let place = hall.name.isEmpty ? hall.hallID : hall.name
        let sales = show.cancelled ? ", cancelled" : show.salesOpen ? "" : ", sales closed"
        return Subject(
            hall: hall, states: snapshot.states, title: show.title.isEmpty ? show.showID : show.title,
            subtitle: "\(place), \(TimeText.format(show.startsAt))\(sales)",
            facts: facts(hall) + [
                .init(name: "show", value: show.showID), .init(name: "epoch", value: snapshot.epoch),
                .init(name: "seq", value: String(snapshot.seq)),
            ])
    }

    private static func subject(_ hall: Hall) -> Subject {
        Subject(hall: hall, title: hall.name.isEmpty ? hall.hallID : hall.name, facts: facts(hall))
    }

    private static func facts(_ hall: Hall) -> [MapPicture.Fact] {
        [.init(name: "hall", value: hall.hallID)]
            + (hall.revision > 0 ? [.init(name: "revision", value: String(hall.revision))] : [])
    }

    /// A hall that a gateway would refuse is drawn all the same: a picture shows what is wrong with it.
    private static func file(_ path: String, _ map: String?, _ console: Console) throws -> Subject {
        var options = ImportOptions()
        options.map = map
        options.fileStem = LayoutFile.stem(path)
        let imported: ImportedHall
        do {
            imported = try Importer.read(try LayoutFile.bytes(path, console), options)
        } catch let error as ImportError {
            throw CommandFailure(error.message, reason: "", lines: ClientErrors.list(error.faults))
        }
        for line in imported.report.lines(for: imported.hall) { console.note(line) }
        let faults = imported.faults()
        if !faults.isEmpty {
            console.note("a gateway would refuse this hall:")
            for line in ClientErrors.list(faults) { console.note("  " + DisplayText.safe(line)) }
        }
        var subject = subject(imported.hall)
        if !imported.states.isEmpty { subject.states = imported.states.map(\.rawValue) }
        subject.front = imported.front
        return subject
    }
}

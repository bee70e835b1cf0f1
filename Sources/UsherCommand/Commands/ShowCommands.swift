import Usher
import UsherCore

/// `usher show …`: making, reading and changing shows.
enum ShowCommands {
    static let create = CommandSpec(
        "show create", "make a show in a hall",
        options: [
            OptionSpec("hall", "HALL", "the hall's id (needed)"), OptionSpec("id", "SHOW", "the show's id (needed)"),
            OptionSpec("revision", "N", "the hall's revision (default: the newest)"),
        ] + ShowOptions.options + [
            OptionSpec(flag: "closed", "sales begin closed"), ClientOptions.requestID, ClientOptions.json,
        ] + ClientOptions.server,
        details: "Without times the show starts in an hour and lasts two."
    ) { arguments, console in
        guard let hallID = arguments["hall"] else { throw UsageError("`show create` needs --hall HALL") }
        guard let showID = arguments["id"] else { throw UsageError("`show create` needs --id SHOW") }
        let now = SystemTime.now
        // Whole minutes, so that the same command twice within one is one show.
        let start = Timestamp(nanoseconds: (now.nanoseconds / 60_000_000_000 + 60) * 60_000_000_000)
        var show = Show(showID: showID, hallID: hallID, startsAt: start, endsAt: start + .hours(2))
        show.hallRevision = try arguments.unsigned("revision") ?? 0
        let fields = try ShowOptions.apply(arguments, to: &show, now: now)
        if !fields.contains(.endsAt) { show.endsAt = show.startsAt + .hours(2) }
        show.salesOpen = !arguments.has("closed")
        _ = try ShowOptions.prices(arguments, zones: [])
        let given = show
        let view = try await ClientOptions.withClient(arguments, console) { client in
            var show = given
            show.prices = try await prices(arguments, client, hallID: hallID, revision: show.hallRevision)
            return try await client.createShow(show, requestID: arguments["request-id"])
        }
        try print(view, arguments, console)
        if !arguments.has("json") { console.note("next: usher watch \(showID), usher lock \(showID) SEAT...") }
    }

    /// Reads the hall only where a price stands for all its zones.
    private static func prices(
        _ arguments: ParsedArguments, _ client: UsherClient, hallID: String, revision: UInt64
    ) async throws -> [ZonePrice] {
        let needsZones = arguments.all("price").contains { !$0.contains("=") }
        let zones = needsZones ? try await client.hall(hallID, revision: revision, rows: 0..<1).zones : []
        return try ShowOptions.prices(arguments, zones: zones)
    }

    static let get = CommandSpec(
        "show get", "print a show with its counts", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let view = try await ClientOptions.withClient(arguments, console) { client in
            try await client.show(arguments.positionals[0])
        }
        try print(view, arguments, console)
    }

    static let list = CommandSpec(
        "show list", "list shows by their start",
        options: [OptionSpec("hall", "HALL", "only of this hall"), ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        try await ClientOptions.withClient(arguments, console) { client in
            var token = ""
            repeat {
                let page = try await client.shows(hallID: arguments["hall"] ?? "", pageSize: 1_000, pageToken: token)
                for view in page.items { try console.line(line(view, arguments)) }
                token = page.nextPageToken
            } while !token.isEmpty
        }
    }

    static let update = CommandSpec(
        "show update", "change a show's fields", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: ShowOptions.options + [
            OptionSpec("sales", "open|closed", "open or close sales"),
            OptionSpec("version", "N", "refuse with VERSION_STALE if the show has another version"), ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        let version = UInt64(try arguments.integer("version", in: 0...Int.max) ?? 0)
        let sales = try arguments.choice("sales", of: ["open", "closed"])
        _ = try ShowOptions.prices(arguments, zones: [])
        let view = try await ClientOptions.withClient(arguments, console) { client in
            var show = try await client.show(arguments.positionals[0]).show
            var fields = try ShowOptions.apply(arguments, to: &show, now: SystemTime.now)
            if let sales {
                show.salesOpen = sales == "open"
                fields.append(.salesOpen)
            }
            if !arguments.all("price").isEmpty {
                show.prices = try await prices(
                    arguments, client, hallID: show.hallID, revision: show.hallRevision)
                fields.append(.prices)
            }
            guard !fields.isEmpty else { throw UsageError("`show update` needs something to change") }
            return try await client.updateShow(show, fields: fields, expectedVersion: version)
        }
        try print(view, arguments, console)
    }

    static let cancel = CommandSpec(
        "show cancel", "cancel a show: no new locks, and its time in the hall is free",
        positionals: [PositionalSpec("SHOW", "the show's id")], options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let view = try await ClientOptions.withClient(arguments, console) { client in
            var show = try await client.show(arguments.positionals[0]).show
            show.cancelled = true
            return try await client.updateShow(show, fields: [.cancelled])
        }
        try print(view, arguments, console)
    }

    private static func line(_ view: ShowView, _ arguments: ParsedArguments) throws -> String {
        if arguments.has("json") { return try JSONLine.show(view) }
        let show = view.show
        let state = show.cancelled ? ", cancelled" : show.salesOpen ? "" : ", sales closed"
        let title = show.title.isEmpty ? "" : "  \(DisplayText.safe(show.title))"
        return "\(show.showID)  \(TimeText.format(show.startsAt))  hall \(show.hallID)\(state)\(title)"
    }

    private static func print(_ view: ShowView, _ arguments: ParsedArguments, _ console: Console) throws {
        if arguments.has("json") {
            try console.line(JSONLine.show(view))
            return
        }
        let show = view.show
        try console.line(line(view, arguments))
        console.line(
            "  ends \(TimeText.format(show.endsAt)), hall revision \(show.hallRevision), version \(show.version)")
        for price in show.prices where price.ticketType.isEmpty {
            console.line("  zone \(price.zoneID): \(MoneyText.format(price.amountMinor, price.currencyCode))")
        }
        if let counts = view.counts {
            console.line(
                "  \(CountText.of(counts.total, "seat")): \(counts.available) free, \(counts.locked) locked, \(counts.sold) sold, "
                    + "\(counts.blocked) blocked")
        }
    }
}

import Usher
import UsherCore

/// `usher hall …`: reading halls.
enum HallCommands {
    static let list = CommandSpec(
        "hall list", "list halls", options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        try await ClientOptions.withClient(arguments, console) { client in
            var token = ""
            repeat {
                let page = try await client.halls(pageSize: 1_000, pageToken: token)
                for item in page.items { try console.line(line(item, arguments)) }
                token = page.nextPageToken
            } while !token.isEmpty
        }
    }

    private static func line(_ item: HallSummary, _ arguments: ParsedArguments) throws -> String {
        if arguments.has("json") { return try JSONLine.hallSummary(item.hall, seatCount: item.seatCount) }
        let name = item.hall.name.isEmpty ? "" : "  \(DisplayText.safe(item.hall.name))"
        return "\(item.hall.hallID)  revision \(item.hall.revision), \(CountText.of(item.seatCount, "seat"))\(name)"
    }

    static let get = CommandSpec(
        "hall get", "draw a hall, or print it with --json",
        positionals: [PositionalSpec("HALL", "the hall's id")],
        options: [OptionSpec("revision", "N", "a revision (default: the newest)")] + DrawOptions.options
            + [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let revision = try arguments.unsigned("revision") ?? 0
        let style = try DrawOptions.style(arguments, console)
        let hall = try await ClientOptions.withClient(arguments, console) { client in
            try await client.hall(arguments.positionals[0], revision: revision)
        }
        if arguments.has("json") {
            try console.line(JSONLine.hall(hall))
            return
        }
        let title = hall.name.isEmpty ? hall.hallID : "\(hall.name) (\(hall.hallID))"
        let status = MapStatus(title: title, headers: ["revision \(hall.revision): \(ImportReport.summary(hall))"])
        for line in SeatMapDrawing(hall, style).lines([], status) { console.line(line) }
    }
}

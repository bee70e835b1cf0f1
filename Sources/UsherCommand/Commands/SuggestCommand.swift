import Usher
import UsherCore

/// `usher suggest SHOW --count N`: the best free seats for a party.
enum SuggestCommand {
    static let spec = CommandSpec(
        "suggest", "propose the best free seats for a party", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [
            OptionSpec("count", "N", "the size of the party (needed)"),
            OptionSpec("zone", "ZONE", repeats: true, "only in this zone"),
            OptionSpec("limit", "N", "how many proposals at most"),
            OptionSpec("seed", "N", "decides between equals"), ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        guard let count = try arguments.integer("count", in: 1...Limits.seats) else {
            throw UsageError("`suggest` needs --count N")
        }
        var query = SuggestionQuery(count: count)
        query.zoneIDs = arguments.all("zone")
        query.limit = try arguments.integer("limit", in: 1...1_000) ?? 0
        query.seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 0)
        let asked = query
        let found = try await ClientOptions.withClient(arguments, console) { client in
            try await client.suggestSeats(of: arguments.positionals[0], asked)
        }
        for suggestion in found {
            if arguments.has("json") {
                try console.line(JSONLine.suggestion(suggestion))
            } else {
                let how = suggestion.together ? "together" : "in \(suggestion.pieces) pieces"
                console.line(
                    "\(DisplayText.safe(suggestion.seats.joined(separator: " ")))  \(how), score \(suggestion.score)")
            }
        }
        if found.isEmpty { throw CommandFailure("no seats for a party of \(count)", reason: "NO_SEATS") }
    }
}

import Usher
import UsherCore

/// `usher suggest SHOW --count N`: the best free seats for a party.
enum SuggestCommand {
    static let spec = CommandSpec(
        "suggest", "propose the best free seats for a party", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [
            OptionSpec("count", "N", "the size of the party, at most \(SeatQuery.counts.upperBound) (needed)"),
            OptionSpec("limit", "N", "how many proposals, at most \(SeatQuery.limits.upperBound) (default: 5)"),
            ClientOptions.json,
        ] + PartyOptions.options + ClientOptions.server
    ) { arguments, console in
        guard let count = try arguments.integer("count", in: SeatQuery.counts) else {
            throw UsageError("`suggest` needs --count N")
        }
        var query = try PartyOptions.query(count: count, arguments)
        query.limit = try arguments.integer("limit", in: SeatQuery.limits) ?? 0
        let asked = query
        let found = try await ClientOptions.withClient(arguments, console) { client in
            try await client.suggestSeats(of: arguments.positionals[0], asked)
        }
        for suggestion in found {
            if arguments.has("json") {
                try console.line(JSONLine.suggestion(suggestion))
            } else {
                let how = suggestion.together ? "together" : "in \(CountText.of(suggestion.pieces, "piece"))"
                let why = suggestion.terms.filter { $0.value != 0 }.map {
                    "\(DisplayText.safe($0.name)) \(number($0.value))"
                }
                console.line(
                    "\(DisplayText.safe(suggestion.seats.joined(separator: " ")))  \(how), score "
                        + number(suggestion.score) + (why.isEmpty ? "" : ": \(why.joined(separator: ", "))"))
            }
        }
        if found.isEmpty { throw CommandFailure("no seats for a party of \(count)", reason: "NO_SEATS") }
    }

    /// To a hundredth.
    private static func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}

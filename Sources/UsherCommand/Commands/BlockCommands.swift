import Usher
import UsherCore

/// `usher block` and `usher unblock`.
enum BlockCommands {
    private static let positionals = [
        PositionalSpec("SHOW", "the show's id"),
        PositionalSpec("SEAT", "seat codes; - reads them from standard input, one a line", count: .many(minimum: 1)),
    ]
    private static let options =
        [OptionSpec("reason", "TEXT", "for the record"), ClientOptions.json] + ClientOptions.server

    static let block = CommandSpec(
        "block", "take seats out of sale", positionals: positionals, options: options
    ) { arguments, console in
        let seats = seats(arguments, console)
        let seq = try await ClientOptions.withClient(arguments, console) { client in
            try await client.blockSeats(seats, of: arguments.positionals[0], reason: arguments["reason"] ?? "")
        }
        try console.line(
            arguments.has("json") ? JSONLine.seq(seq) : "blocked \(CountText.of(seats.count, "seat")), seq \(seq)")
    }

    static let unblock = CommandSpec(
        "unblock", "put blocked seats back on sale", positionals: positionals, options: options
    ) { arguments, console in
        let seats = seats(arguments, console)
        let seq = try await ClientOptions.withClient(arguments, console) { client in
            try await client.unblockSeats(seats, of: arguments.positionals[0], reason: arguments["reason"] ?? "")
        }
        try console.line(
            arguments.has("json") ? JSONLine.seq(seq) : "unblocked \(CountText.of(seats.count, "seat")), seq \(seq)")
    }

    private static func seats(_ arguments: ParsedArguments, _ console: Console) -> [String] {
        let named = Array(arguments.positionals.dropFirst())
        guard named == ["-"] else { return named }
        return String(decoding: console.input(), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
}

import Usher
import UsherCore

/// `usher watch SHOW`: the living seat map.
enum WatchCommand {
    static let spec = CommandSpec(
        "watch", "draw a show's living seat map", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [OptionSpec("seconds", "N", "stop after that long (default: on Ctrl-C)")] + DrawOptions.options + [
            OptionSpec(flag: "json", "print each event of the stream as proto3 JSON, one a line"),
            OptionSpec("epoch", "EPOCH", "with --json: resume after this position"),
            OptionSpec("after", "SEQ", "with --json: resume after this position"),
        ] + ClientOptions.server,
        details: "Without a terminal it prints the map once, then a line for each change."
    ) { arguments, console in
        let showID = arguments.positionals[0]
        let seconds = try arguments.integer("seconds", in: 1...1_000_000)
        let style = try DrawOptions.style(arguments, console)
        let start = Position(
            epoch: arguments["epoch"] ?? "", seq: UInt64(try arguments.integer("after", in: 0...Int.max) ?? 0))
        try await ClientOptions.withClient(arguments, console) { client in
            if arguments.has("json") {
                try await LiveRun.until(seconds) { try await EventPrinter.run(showID, client, from: start, console) }
                return
            }
            let screen = LiveScreen(console, style, show: try await client.show(showID).show)
            try await LiveRun.keep(screen, for: seconds, [{ try await MapFollower.follow(showID, client, screen) }])
        }
    }
}

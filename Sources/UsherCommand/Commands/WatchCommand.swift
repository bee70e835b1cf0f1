import Usher
import UsherCore

/// `usher watch SHOW`: the living seat map.
enum WatchCommand {
    static let spec = CommandSpec(
        "watch", "draw a show's living seat map", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [OptionSpec("seconds", "N", "stop after that long (default: on Ctrl-C)")] + DrawOptions.options + [
            OptionSpec(
                flag: "debug", "tell how the map is doing: position, streams, bytes, dropped and repaired events"),
            OptionSpec("cache", "DIR", "keep the map there, and show it at once the next time, also without a network"),
            OptionSpec(flag: "json", "print each event of the stream as proto3 JSON, one a line"),
            OptionSpec("epoch", "EPOCH", "with --json: resume after this position"),
            OptionSpec("after", "SEQ", "with --json: resume after this position"),
        ] + ClientOptions.server,
        details: """
            Without a terminal it prints the map once, then a line for each change. --debug adds a line under the map, or
            one on standard error every \(Limits.diagnosticsSeconds) s and whenever the connection changes.
            """
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
            try await draw(showID, client, seconds: seconds, style, isDebugged: arguments.has("debug"), console)
        }
    }

    /// Of the gateway, or of the cache: whichever is first. Without either it says at once what is wrong.
    private static func show(_ showID: String, _ client: UsherClient, _ map: SeatMap) async throws -> Show {
        try await withThrowingTaskGroup(of: Show?.self) { group in
            group.addTask { try await client.show(showID).show }
            group.addTask {
                try await map.ready()
                return map.show
            }
            defer { group.cancelAll() }
            while let found = try await group.next() {
                if let found { return found }
            }
            throw CancellationError()
        }
    }

    private static func draw(
        _ showID: String, _ client: UsherClient, seconds: Int?, _ style: DrawStyle, isDebugged: Bool,
        _ console: Console
    ) async throws {
        let map = client.seatMap(showID)
        let show = try await show(showID, client, map)
        let screen = LiveScreen(console, style, show: show, debugged: isDebugged ? map : nil)
        try await LiveRun.keep(
            screen, for: seconds,
            [
                { try await MapFollower.follow(map, screen) },
                { await MapFollower.diagnose(screen) },
            ])
    }
}

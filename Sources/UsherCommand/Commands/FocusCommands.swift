import Usher
import UsherCore

/// `usher focus …`: sessions of concentrated time.
enum FocusCommands {
    private static let session = PositionalSpec(
        "SESSION", "the session's id, as start prints it; - reads it from standard input")

    static let start = CommandSpec(
        "focus start", "begin to focus",
        positionals: [PositionalSpec("SESSION", "an id of your own (default: a new one)", count: .optional)],
        options: [
            RoomOptions.member, OptionSpec("planned", "SPAN", "how long, as 25m (default: until you finish)"),
            OptionSpec("room", "ROOM", "a room you are in: others see that you focus"),
            OptionSpec("at", "TIME", "when it began, RFC 3339 or a span ago, as 10m (default: now)"),
            ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        let memberID = try RoomOptions.memberID(arguments["member"], console)
        let planned = try ShowOptions.span("planned", arguments)
        let startedAt = try RoomOptions.past("at", arguments, now: SystemTime.now)
        let sessionID = arguments.positionals.first ?? newSessionID()
        let session = try await ClientOptions.withClient(arguments, console) { client in
            try await client.startFocus(
                sessionID, memberID: memberID, roomID: arguments["room"] ?? "", planned: planned, startedAt: startedAt)
        }
        try print(session, arguments, console)
        if !arguments.has("json") {
            console.note("next: usher focus pause SESSION, usher focus finish SESSION or usher focus abandon SESSION")
        }
    }

    static let pause = step("pause", "pause a session") { try await $0.pauseFocus($1, ordinal: $2, at: $3) }
    static let resume = step("resume", "go on with a paused session") {
        try await $0.resumeFocus($1, ordinal: $2, at: $3)
    }
    static let finish = step("finish", "end a session as done: it counts") {
        try await $0.completeFocus($1, ordinal: $2, at: $3)
    }
    static let complete = step("complete", "the same as focus finish") {
        try await $0.completeFocus($1, ordinal: $2, at: $3)
    }
    static let abandon = step("abandon", "end a session as given up: it does not count") {
        try await $0.abandonFocus($1, ordinal: $2, at: $3)
    }

    private static func step(
        _ word: String, _ summary: String,
        _ call: @escaping @Sendable (UsherClient, String, UInt32, Timestamp?) async throws -> FocusSession
    ) -> CommandSpec {
        CommandSpec(
            "focus \(word)", summary, positionals: [session],
            options: [
                OptionSpec("at", "TIME", "when it happened, RFC 3339 or a span ago, as 10m (default: now)"),
                OptionSpec(
                    "ordinal", "N", "the event's number in its session: with it the command can be repeated safely"),
                ClientOptions.json,
            ] + ClientOptions.server
        ) { arguments, console in
            let sessionID = try LockCommands.read(arguments.positionals[0], console)
            let ordinal = UInt32(try arguments.integer("ordinal", in: 1...Int(UInt32.max)) ?? 0)
            let time = try RoomOptions.past("at", arguments, now: SystemTime.now)
            let session = try await ClientOptions.withClient(arguments, console) { client in
                try await call(client, sessionID, ordinal, time)
            }
            try print(session, arguments, console)
        }
    }

    static let show = CommandSpec(
        "focus show", "print a session as it is now", positionals: [session],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let sessionID = try LockCommands.read(arguments.positionals[0], console)
        let session = try await ClientOptions.withClient(arguments, console) { try await $0.getFocus(sessionID) }
        try print(session, arguments, console)
    }

    static let list = CommandSpec(
        "focus list", "list a member's sessions, newest first",
        positionals: [
            PositionalSpec("MEMBER", "who (default: USHER_MEMBER, else your user name)", count: .optional)
        ],
        options: [OptionSpec("limit", "N", "at most so many (default: all)"), ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        let memberID = try RoomOptions.memberID(
            arguments.positionals.first, console, hint: "name the MEMBER behind the command, or set USHER_MEMBER")
        var left = try arguments.integer("limit", in: 1...Int.max) ?? .max
        try await ClientOptions.withClient(arguments, console) { client in
            var token = ""
            repeat {
                let page = try await client.listFocus(of: memberID, pageSize: min(left, 1_000), pageToken: token)
                for session in page.items.prefix(left) {
                    try console.line(
                        arguments.has("json")
                            ? JSONLine.session(session) : "\(session.sessionID)  \(FocusText.line(session))")
                }
                left -= min(left, page.items.count)
                token = page.nextPageToken
            } while !token.isEmpty && left > 0
        }
    }

    private static func newSessionID() -> String {
        "focus-" + String(UInt64.random(in: 0 ... .max), radix: 36)
    }

    private static func print(_ session: FocusSession, _ arguments: ParsedArguments, _ console: Console) throws {
        if arguments.has("json") {
            try console.line(JSONLine.session(session))
            return
        }
        console.line(FocusText.line(session))
        console.line("session \(session.sessionID)")
    }
}

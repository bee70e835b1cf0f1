import Usher
import UsherCore

/// `usher room join ROOM`: one more device in a room, for a moment or for as long as the command runs.
enum RoomJoinCommand {
    static let spec = CommandSpec(
        "room join", "enter a room, and sit down if a seat is named", positionals: [RoomOptions.room],
        options: [
            RoomOptions.member, OptionSpec("name", "TEXT", "what others see"),
            OptionSpec("avatar", "TEXT", "a picture: an address, a key, an emoji"),
            OptionSpec("seat", "SEAT", "the seat's code (default: standing)"),
            OptionSpec("device", "ID", "an id of this device: the same one gets the same token again"),
            OptionSpec(flag: "stay", "stay present until Ctrl-C, and leave then"),
            OptionSpec("seconds", "N", "with --stay: leave after that long"), ClientOptions.json,
        ] + ClientOptions.server,
        details: """
            Prints the device's token, which the other room commands take. Without --stay the member is away once the
            room's time without a sign of life is over: usher room keep gives one.
            """
    ) { arguments, console in
        let seconds = try arguments.integer("seconds", in: 1...1_000_000)
        let isStaying = arguments.has("stay")
        if seconds != nil, !isStaying { throw UsageError("--seconds goes with --stay") }
        let memberID = try RoomOptions.memberID(arguments["member"], console)
        try await ClientOptions.withClient(arguments, console) { client in
            let membership = try await client.joinRoom(
                arguments.positionals[0], memberID: memberID, nickname: arguments["name"] ?? "",
                avatar: arguments["avatar"] ?? "", seat: arguments["seat"] ?? "", deviceID: arguments["device"])
            try print(membership, arguments, console)
            guard isStaying else { return }
            try await LiveRun.until(seconds) { try await stay(membership, client, console) }
            // Also after Ctrl-C: the others see at once that nobody is there any more.
            try await client.leaveRoom(membership.token)
            console.note("left")
        }
    }

    private static func print(
        _ membership: RoomMembership, _ arguments: ParsedArguments, _ console: Console
    ) throws {
        if arguments.has("json") {
            try console.line(JSONLine.membership(membership))
            return
        }
        console.line(DisplayText.safe("in \(membership.room.roomID) as ") + MemberText.line(membership.member))
        console.line("token \(membership.token)")
        guard !arguments.has("stay") else { return }
        let away = SpanText.format(membership.room.awayAfter)
        console.note(
            "next: usher room sit TOKEN SEAT, usher room status TOKEN focusing, usher room leave TOKEN; away after \(away) "
                + "without usher room keep TOKEN")
    }

    /// Keeps a stream open, which is the device's sign of life: of numbers alone, whatever the room's size.
    private static func stay(_ membership: RoomMembership, _ client: UsherClient, _ console: Console) async throws {
        try await StreamLoop.run(
            open: { client.roomEvents(of: membership.room.roomID, token: membership.token, detail: .counts) },
            take: { event in
                if case .drain(let span, _) = event {
                    return .goOnThenPause(seconds: Double(span.nanoseconds) / 1e9)
                }
                return .goOn
            },
            lost: { error, _ in
                console.note("the stream ended (\(DisplayText.safe(error.message))), coming back")
            })
    }
}

import Usher
import UsherCore

/// `usher room …`: making rooms, and what a member in one does.
enum RoomCommands {
    static let create = CommandSpec(
        "room create", "make a room of a hall",
        options: [
            OptionSpec("hall", "HALL", "the hall's id (needed)"), OptionSpec("id", "ROOM", "the room's id (needed)"),
            OptionSpec("name", "TEXT", "for people"),
            OptionSpec("revision", "N", "the hall's revision (default: the newest)"),
            OptionSpec("away-after", "SPAN", "silence after which a member is away (default: 50s)"),
            OptionSpec("leave-after", "SPAN", "silence after which a member has left (default: 30m)"),
            ClientOptions.json,
        ] + ClientOptions.server
    ) { arguments, console in
        guard let hallID = arguments["hall"] else { throw UsageError("`room create` needs --hall HALL") }
        guard let roomID = arguments["id"] else { throw UsageError("`room create` needs --id ROOM") }
        let given = Room(
            roomID: roomID, hallID: hallID,
            hallRevision: try arguments.unsigned("revision") ?? 0,
            name: arguments["name"] ?? "",
            awayAfter: try ShowOptions.span("away-after", arguments) ?? Room.usualAwayAfter,
            leaveAfter: try ShowOptions.span("leave-after", arguments) ?? Room.usualLeaveAfter)
        let room = try await ClientOptions.withClient(arguments, console) { try await $0.createRoom(given) }
        if arguments.has("json") {
            try console.line(JSONLine.room(room))
            return
        }
        let name = room.name.isEmpty ? "" : "  \(DisplayText.safe(room.name))"
        let away = SpanText.format(room.awayAfter)
        let left = SpanText.format(room.leaveAfter)
        console.line(
            "\(room.roomID)  hall \(room.hallID) revision \(room.hallRevision), away after \(away), left after \(left)"
                + name)
        console.note("next: usher room join \(roomID), usher room watch \(roomID)")
    }

    static let sit = CommandSpec(
        "room sit", "sit down, or move to another seat",
        positionals: [RoomOptions.token, PositionalSpec("SEAT", "the seat's code")],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        try await act(arguments, console) { client, token in
            try await client.takeSeat(arguments.positionals[1], token: token)
        }
    }

    static let stand = CommandSpec(
        "room stand", "stand up", positionals: [RoomOptions.token],
        options: [ClientOptions.json] + ClientOptions.server
    ) { arguments, console in
        try await act(arguments, console) { client, token in try await client.leaveSeat(token: token) }
    }

    static let status = CommandSpec(
        "room status", "say what you do",
        positionals: [RoomOptions.token, PositionalSpec("STATUS", "idle, focusing, resting or away")],
        options: [ClientOptions.json] + ClientOptions.server,
        details: "away is said of this device: a member is away when all their devices are."
    ) { arguments, console in
        let status = try RoomOptions.status(arguments.positionals[1])
        try await act(arguments, console) { client, token in try await client.setStatus(status, token: token) }
    }

    static let keep = CommandSpec(
        "room keep", "give a sign of life; members without one are away after a while",
        positionals: [RoomOptions.token], options: ClientOptions.server
    ) { arguments, console in
        let token = try LockCommands.read(arguments.positionals[0], console)
        let time = try await ClientOptions.withClient(arguments, console) { try await $0.keepAlive(token) }
        console.line("heard at \(TimeText.format(time))")
    }

    static let leave = CommandSpec(
        "room leave", "leave a room with this device", positionals: [RoomOptions.token], options: ClientOptions.server
    ) { arguments, console in
        let token = try LockCommands.read(arguments.positionals[0], console)
        try await ClientOptions.withClient(arguments, console) { try await $0.leaveRoom(token) }
        console.line("left")
    }

    /// One call with a token, whose answer is the member.
    private static func act(
        _ arguments: ParsedArguments, _ console: Console,
        _ call: (UsherClient, String) async throws -> RoomMember
    ) async throws {
        let token = try LockCommands.read(arguments.positionals[0], console)
        let member = try await ClientOptions.withClient(arguments, console) { try await call($0, token) }
        console.line(arguments.has("json") ? try JSONLine.member(member) : MemberText.line(member))
    }
}

import Usher
import UsherCore

/// `usher room watch ROOM`: the living room.
enum RoomWatchCommand {
    static let spec = CommandSpec(
        "room watch", "draw a room with its members as it lives", positionals: [RoomOptions.room],
        options: [
            OptionSpec("seconds", "N", "stop after that long (default: on Ctrl-C)"),
            OptionSpec("token", "TOKEN", "be present with this device while watching; - reads it from standard input"),
            OptionSpec(flag: "counts", "numbers by area instead of members, for big rooms"),
        ] + DrawOptions.plain + [
            OptionSpec(flag: "json", "print each event of the stream as proto3 JSON, one a line"),
            OptionSpec("epoch", "EPOCH", "with --json: resume after this position"),
            OptionSpec("after", "SEQ", "with --json: resume after this position"),
        ] + ClientOptions.server,
        details: "Without a terminal it prints the room once, then a line for each change."
    ) { arguments, console in
        let roomID = arguments.positionals[0]
        let seconds = try arguments.integer("seconds", in: 1...1_000_000)
        let style = try DrawOptions.style(arguments, console)
        let detail: RoomDetail = arguments.has("counts") ? .counts : .members
        var token = ""
        if let told = arguments["token"] { token = try LockCommands.read(told, console) }
        let device = token
        let start = Position(
            epoch: arguments["epoch"] ?? "", seq: UInt64(try arguments.integer("after", in: 0...Int.max) ?? 0))
        try await ClientOptions.withClient(arguments, console) { client in
            if arguments.has("json") {
                try await LiveRun.until(seconds) {
                    try await EventPrinter.run(
                        room: roomID, client, from: start, token: device, detail: detail, console)
                }
                return
            }
            let screen = RoomScreen(console, style, roomID: roomID, detail: detail)
            try await LiveRun.keep(
                screen, for: seconds,
                [{ try await follow(roomID, client, token: device, detail: detail, screen) }])
        }
    }

    private static func follow(
        _ roomID: String, _ client: UsherClient, token: String, detail: RoomDetail, _ screen: RoomScreen
    ) async throws {
        try await StreamLoop.run(
            open: {
                client.roomEvents(of: roomID, after: await screen.position, token: token, detail: detail)
            },
            take: { event in
                let step = await screen.take(event)
                if let wanted = await screen.wantedHall {
                    await screen.show(try await client.hall(wanted.hallID, revision: wanted.revision))
                }
                await screen.printOnce()
                return step
            }, lost: { error, pause in await screen.lost(error, retryIn: pause) })
    }
}

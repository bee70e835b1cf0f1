import Usher
import UsherCore

/// `usher room show ROOM`: one look at a room.
enum RoomShowCommand {
    static let spec = CommandSpec(
        "room show", "draw who is in a room, once", positionals: [RoomOptions.room],
        options: [
            OptionSpec(flag: "list", "print a line a member instead: id, seat, status, minutes of focus, name")
        ] + DrawOptions.plain + [ClientOptions.json] + ClientOptions.server,
        details: "--json prints the snapshot as the gateway sends it."
    ) { arguments, console in
        let style = try DrawOptions.style(arguments, console)
        let roomID = arguments.positionals[0]
        try await ClientOptions.withClient(arguments, console) { client in
            let event = try await client.getRoom(roomID)
            if arguments.has("json") {
                try console.line(JSONLine.event(event))
                return
            }
            guard case .snapshot(let snapshot) = event else {
                throw CommandFailure("the gateway answered without a snapshot")
            }
            if arguments.has("list") {
                for member in snapshot.members { console.line(line(member, now: snapshot.serverTime)) }
                return
            }
            let hall = try await client.hall(snapshot.hallID, revision: snapshot.hallRevision)
            let status = MapStatus(
                title: "\(roomID), \(hall.name.isEmpty ? hall.hallID : hall.name)",
                position: Position(epoch: snapshot.epoch, seq: snapshot.seq))
            let drawing = RoomDrawing(hall: hall, style: style)
            for line in drawing.lines(snapshot.members, status, now: snapshot.serverTime) { console.line(line) }
        }
    }

    private static func line(_ member: RoomMember, now: Timestamp) -> String {
        let minutes = MemberText.minutes(member, now: now).replacing(" min", with: "")
        return [member.memberID, member.seat, MemberText.status(member.status), minutes, member.nickname]
            .map(DisplayText.safe).joined(separator: "\t")
    }
}

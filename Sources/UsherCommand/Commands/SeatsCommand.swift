import Usher
import UsherCore

/// `usher seats SHOW`: one look at the map.
enum SeatsCommand {
    static let spec = CommandSpec(
        "seats", "draw a show's seat map once", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [
            OptionSpec(flag: "list", "print a line a seat instead: code, state, zone, row label, number"),
            OptionSpec("state", "STATE", "with --list: only free, locked, sold or blocked seats, their codes alone"),
        ] + DrawOptions.options + [ClientOptions.json] + ClientOptions.server,
        details: "--json prints the snapshot as the gateway sends it: one byte a seat, in base64."
    ) { arguments, console in
        let style = try DrawOptions.style(arguments, console)
        let only = try arguments.choice("state", of: SeatState.allCases.map(SeatSigns.name))
        if only != nil, !arguments.has("list") { throw UsageError("--state goes with --list") }
        try await ClientOptions.withClient(arguments, console) { client in
            let event = try await client.seats(of: arguments.positionals[0])
            if arguments.has("json") {
                try console.line(JSONLine.event(event))
                return
            }
            guard case .snapshot(let snapshot) = event else {
                throw CommandFailure("the gateway answered without a snapshot")
            }
            let hall = try await client.hall(snapshot.hallID, revision: snapshot.hallRevision)
            if arguments.has("list") {
                list(hall, snapshot.states, only, console)
                return
            }
            let show = try await client.show(arguments.positionals[0]).show
            let status = MapStatus(
                title: MapTitle.text(show, hall), position: Position(epoch: snapshot.epoch, seq: snapshot.seq))
            for line in SeatMapDrawing(hall, style).lines(snapshot.states, status) { console.line(line) }
        }
    }

    private static func list(_ hall: Hall, _ states: [UInt8], _ only: String?, _ console: Console) {
        let labels = Dictionary(hall.rows.map { ($0.index, $0.label) }, uniquingKeysWith: { first, _ in first })
        var text = ""
        for (seat, state) in zip(hall.seats, states) {
            let word = SeatState(rawValue: state).map(SeatSigns.name) ?? "unknown"
            if let only {
                if word == only { text += DisplayText.safe(seat.code) + "\n" }
            } else {
                let fields = [seat.code, word, seat.zoneID, labels[seat.row] ?? "", seat.number]
                text += fields.map(DisplayText.safe).joined(separator: "\t") + "\n"
            }
        }
        console.out(text)
    }
}

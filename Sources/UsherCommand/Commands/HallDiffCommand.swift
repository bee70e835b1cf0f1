import Usher
import UsherCore

/// `usher hall diff A B`: what changed between two halls, and what running shows would lose by it.
enum HallDiffCommand {
    static let spec = CommandSpec(
        "hall diff", "tell what changed between two revisions, and what running shows would lose",
        positionals: [
            PositionalSpec("A", "a hall (HALL, HALL@1) or a layout file"),
            PositionalSpec("B", "what it becomes; also a hall or a file"),
        ],
        options: [
            OptionSpec("hall", "ID", "whose running shows are asked; that of A, or of B, if left out"),
            OptionSpec("map", "N", "which map of a file with several"),
            OptionSpec(flag: "all", "list every seat, not the first \(Limits.reportedItems) of a kind"),
            ClientOptions.json,
        ] + ClientOptions.server,
        details: """
            Seats are the same by their codes. A file has a `/` or an ending such as .json, and may have any format of
            `usher import`. Between two files no gateway is asked, unless --hall says whose shows are meant.

            Shows keep the revision that they were made with: what they would lose is told, not done. --json prints one
            object: changes with subject, id, field, from and to (rows by index from 0, cells as row/column from 1).
            """
    ) { arguments, console in
        let sources = [try HallSource(arguments.positionals[0]), try HallSource(arguments.positionals[1])]
        let owner = arguments["hall"] ?? owner(sources)
        let before = try await sources[0].hall(arguments, console, as: owner)
        let after = try await sources[1].hall(arguments, console, as: owner)
        let diff = HallDiff(before, after)
        var losses: [HallLoss]?
        if let hallID = owner {
            var hall = after
            hall.hallID = hallID
            let next = hall
            losses = try await ClientOptions.withClient(arguments, console) { client in
                try await client.checkHall(next).losses
            }
        }
        if arguments.has("json") {
            console.line(try HallDiffReport(diff, losses: losses).line())
            return
        }
        let lines = HallDiffText(diff, listed: arguments.has("all") ? nil : Limits.reportedItems).lines()
        console.line("\(DisplayText.safe(sources[0].title(before))) → \(DisplayText.safe(sources[1].title(after)))")
        if lines.isEmpty { console.line("no difference") }
        for line in lines { console.line(DisplayText.safe(line)) }
        tell(losses, arguments.has("all"), console)
    }

    /// Whose shows are concerned: the hall of the gateway that is compared.
    private static func owner(_ sources: [HallSource]) -> String? {
        for case .stored(let hallID, _) in sources { return hallID }
        return nil
    }

    private static func tell(_ losses: [HallLoss]?, _ isWhole: Bool, _ console: Console) {
        guard let losses else {
            console.note("running shows were not asked: --hall ID says whose are meant")
            return
        }
        guard !losses.isEmpty else {
            console.line("no running show would lose a sold or locked seat")
            return
        }
        let shows = Dictionary(grouping: losses, by: \.showID)
        console.line(
            "running shows would lose \(CountText.of(losses.count, "seat that is", "seats that are")) sold or locked:")
        for show in shows.keys.sorted() {
            let seats = (shows[show] ?? []).map { "\($0.seat) (\(SeatSigns.name($0.state)))" }
            let shown = isWhole ? seats[...] : seats.prefix(Limits.reportedItems)
            let more = seats.count > shown.count ? " and \(seats.count - shown.count) more" : ""
            console.line("  \(DisplayText.safe(show)): \(shown.map(DisplayText.safe).joined(separator: ", "))\(more)")
        }
    }
}

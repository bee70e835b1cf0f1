import Usher
import UsherCore

/// `usher bench many-maps`: many maps in one process, opened and closed again and again.
enum ManyMapsBench {
    static let spec = CommandSpec(
        "bench many-maps", "open and close many maps in one process and watch what stays behind",
        options: [
            BenchCommands.server,
            OptionSpec("seats", "N", "seats of the hall (default: 500)"),
            OptionSpec("maps", "N", "maps at a time, each of a show of its own (default: 1000)"),
            OptionSpec("rounds", "N", "how often they are opened and closed (default: 20)"),
        ],
        details: """
            One line a round: what the process uses while the maps stand and after they are closed, and the gateway's process
            too if it is one of ours.
            """
    ) { arguments, console in
        let count = try arguments.integer("maps", in: 1...100_000) ?? 1_000
        let rounds = try arguments.integer("rounds", in: 1...10_000) ?? 20
        let seats = try arguments.integer("seats", in: 1...Limits.seats) ?? 500
        try await BenchGateway.with(arguments) { gateway, writer in
            let stage = try await BenchStage.open(writer, seats: seats)
            let shows = try await stage.makeShows(count, writer)
            let client = UsherClient(address: gateway.address)
            defer { client.close() }
            for round in 1...rounds {
                let record = try await play(round, shows, client, gateway)
                console.line(record.line)
            }
        }
    }

    private static func play(
        _ round: Int, _ shows: [String], _ client: UsherClient, _ gateway: BenchGateway
    ) async throws -> BenchRecord {
        var record = BenchRecord("many-maps")
        record.set("round", round)
        record.set("maps", shows.count)
        let begun = ContinuousClock.now
        let maps = shows.map { IdleMap($0, client) }
        while let late = maps.first(where: { !$0.isReady }) {
            guard ContinuousClock.now - begun < .nanoseconds(Limits.benchPatience.nanoseconds) else {
                let missing = maps.filter { !$0.isReady }.count
                throw CommandFailure("\(missing) of \(maps.count) maps never came, \(late) among them")
            }
            try await Task.sleep(for: .milliseconds(Limits.benchLook))
        }
        record.set(
            "opened_ms",
            Double((ContinuousClock.now - begun).components.attoseconds) / 1e15
                + Double((ContinuousClock.now - begun).components.seconds) * 1_000)
        // While a thousand streams stand, a call still gets through.
        let asked = ContinuousClock.now
        _ = try await client.show(shows[0])
        record.set("call_ms", Double((ContinuousClock.now - asked).components.attoseconds) / 1e15)
        if let own = ProcessCounters.own { record.set("standing", own.record) }
        if let other = gateway.process?.counters { record.set("gateway_standing", other.record) }
        return withExtendedLifetime(maps) { record }
    }
}

import Usher
import UsherCore
import UsherTesting

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
            // Streams of closed maps stay for a moment only, so that each round opens its own.
            var options = UsherClientOptions()
            options.linger = .milliseconds(Limits.benchLinger)
            let client = UsherClient(address: gateway.address, options: options)
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
        let maps = shows.map { client.seatMap($0, isolation: nil) }
        while let late = maps.first(where: { $0.states.isEmpty || $0.show == nil || $0.connection != .live }) {
            guard ContinuousClock.now - begun < .nanoseconds(Limits.benchPatience.nanoseconds) else {
                throw CommandFailure("the map of \(late.showID) is not there: \(late.diagnostics)")
            }
            try await Task.sleep(for: .milliseconds(Limits.benchLook))
        }
        record.set("opened_ms", Self.milliseconds(since: begun))
        // While a thousand streams stand, a call still gets through.
        let asked = ContinuousClock.now
        _ = try await client.show(shows[0])
        record.set("call_ms", Self.milliseconds(since: asked))
        if let own = ProcessCounters.own { record.set("standing", own.record) }
        if let other = gateway.process?.counters { record.set("gateway_standing", other.record) }
        for map in maps { map.close() }
        // Closed are they when the gateway's streams have ended too: the next round must not share them.
        try await Task.sleep(for: .milliseconds(2 * Limits.benchLinger))
        if let own = ProcessCounters.own { record.set("closed", own.record) }
        record.set("closed_heap_bytes", HeapMemory.bytesInUse)
        if let other = gateway.process?.counters { record.set("gateway_closed", other.record) }
        return record
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Double {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Double(seconds) * 1_000 + Double(attoseconds) / 1e15
    }
}

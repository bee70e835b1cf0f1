import Usher

/// `usher bench latency`: how long it takes from a lock until everybody sees it.
enum LatencyBench {
    static let spec = CommandSpec(
        "bench latency", "lock seats by the clock and measure how long each lock takes to reach all watchers",
        options: [
            OptionSpec("watchers", "N", "watchers of the show (default: 1000)"),
            OptionSpec("connections", "N", "connections that they share (default: one each)"),
            OptionSpec("rate", "R", "locks of two seats a second (default: 20)"),
        ] + BenchCommands.load.filter { $0.name != "seats" },
        details: """
            The loop is open: a lock that is late because the gateway was busy counts from when it was due. Percentiles are of all
            arrivals, one for each lock and watcher.
            """
    ) { arguments, console in
        let watchers = try arguments.integer("watchers", in: 1...Limits.loadWatchers) ?? 1_000
        let rate = try arguments.integer("rate", in: 1...10_000) ?? 20
        let options = try LoadOptions(arguments, usualSeconds: 5)
        // Nothing is released: two seats for each lock, and some for a second that lasts longer.
        let seats = 2 * rate * (options.seconds + options.warmSeconds + Limits.loadSpareSeconds)
        guard seats <= Limits.seats else { throw UsageError("\(seats) seats would be locked; a hall has fewer") }
        var shape = FanoutShape(
            watchers: watchers, connections: watchers, shows: 1, outstanding: 1, rate: Double(rate),
            seconds: options.seconds,
            warmSeconds: options.warmSeconds, seats: seats)
        shape.connections = try arguments.integer("connections", in: 1...Limits.loadWatchers) ?? watchers
        shape.work = .locks
        let gateway = try await BenchGateway.startOnDisk(arguments, console)
        let run = FanoutRun(gateway: gateway, shape: shape)
        try await BenchGateway.with(gateway) { _, client in console.line(try await run.play(client).line) }
    }
}

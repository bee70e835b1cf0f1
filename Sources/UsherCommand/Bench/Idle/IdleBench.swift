import Usher

/// `usher bench idle`: what it costs a gateway that somebody watches while nothing happens, or stopped reading.
enum IdleBench {
    static let spec = CommandSpec(
        "bench idle", "let many watch a show at rest, and some stop reading, and measure the gateway's memory",
        options: [
            OptionSpec("watchers", "N", "idle watchers (default: 1000)"),
            OptionSpec("connections", "N", "connections that they share (default: one each)"),
            OptionSpec("stalled", "N", "watchers who stall in each way, each alone (default: 500)"),
            OptionSpec("settle", "N", "seconds of rest before memory is read (default: 3)"),
            OptionSpec(
                "tls-cert", "FILE", "speak TLS with this certificate for 127.0.0.1, trusted as its own authority"),
            OptionSpec("tls-key", "FILE", "its key"),
        ]
            + BenchCommands.load.filter { $0.name != "seconds" && $0.name != "warm" },
        details: """
            Memory is the process's PSS, as the kernel counts it. It is read when every watcher has read the show's map. Watchers
            stall in two ways: their windows stay shut, or they read no more from a small socket; their changes are more bytes than
            fit in. What they cost is what the gateway's memory grows by meanwhile, less what as many changes cost that nobody
            missed. With TLS the watchers are clients of the library, and none stalls.
            """
    ) { arguments, console in
        var shape = IdleShape()
        shape.watchers = try arguments.integer("watchers", in: 1...Limits.loadWatchers) ?? 1_000
        shape.connections = try arguments.integer("connections", in: 1...Limits.loadWatchers) ?? shape.watchers
        shape.stalled = try arguments.integer("stalled", in: 0...Limits.loadWatchers) ?? 500
        shape.settleSeconds = try arguments.integer("settle", in: 0...3_600) ?? 3
        shape.seats = try LoadOptions(arguments, leastSeats: 2).seats
        var options: [String] = []
        if let certificate = arguments["tls-cert"] {
            guard let key = arguments["tls-key"] else { throw UsageError("--tls-cert needs --tls-key") }
            options = ["--tls-cert", certificate, "--tls-key", key]
            shape.authority = certificate
            shape.stalled = 0
        }
        let gateway = try await BenchGateway.startOnDisk(arguments, console, options)
        let run = IdleRun(gateway: gateway, shape: shape)
        do {
            console.line(try await run.play().line)
        } catch {
            await gateway.end()
            if let error = error as? UsherError { throw ClientErrors.failure(error, gateway.address) }
            throw error
        }
        await gateway.end()
    }
}

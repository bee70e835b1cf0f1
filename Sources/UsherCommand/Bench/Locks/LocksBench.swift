import Usher
import UsherCore
import UsherWire

/// `usher bench locks`: durable locks of two seats, each released again.
enum LocksBench {
    static let spec = CommandSpec(
        "bench locks", "lock two seats and release them, again and again, and measure what a durable lock costs",
        options: [
            OptionSpec("outstanding", "N", "cycles that are under way; 1 measures the lone lock (default: 32)"),
            OptionSpec("connections", "N", "connections that they share (default: 8, or as many as are outstanding)"),
            OptionSpec("shows", "N", "shows that they hit in turn (default: 1, the hot show)"),
        ] + BenchCommands.load,
        details: """
            Each cycle is LockSeats of two neighbours and ReleaseLock, both answered after they are on disk. Orphan rule off. `locks` counts
            cycles; a cycle is two calls and two commits. Beside it stands what bounds a lone lock: `fdatasync` of a page in the same
            folder and a trivial call's round trip, each measured while nothing else goes on.
            """
    ) { arguments, console in
        let outstanding = try arguments.integer("outstanding", in: 1...1_000) ?? 32
        let wanted = try arguments.integer("connections", in: 1...1_000) ?? min(8, outstanding)
        let shows = try arguments.integer("shows", in: 1...100_000) ?? 1
        let options = try LoadOptions(arguments)
        guard outstanding % wanted == 0 else {
            throw UsageError("\(outstanding) outstanding cycles do not spread evenly over \(wanted) connections")
        }
        guard options.seats >= 4 * outstanding else {
            throw UsageError("--seats must be four for each outstanding cycle")
        }
        let gateway = try await BenchGateway.startOnDisk(arguments, console)
        try await BenchGateway.with(gateway) { gateway, client in
            var stage = try await BenchStage.open(client, seats: options.seats)
            stage.policy.orphanRule = .off
            let names = try await stage.makeShows(shows, client)
            let loop = try LoadLoop()
            defer { loop.stop() }
            let address = try LoadAddress(gateway.address)
            let run = CallRun(gateway: gateway, seconds: options.seconds, warmSeconds: options.warmSeconds)
            var record = BenchRecord("locks")
            record.set("outstanding", outstanding)
            record.set("connections", wanted)
            record.set("shows", shows)
            let folder = arguments["data"] ?? gateway.folder?.path ?? "."
            let disk = DiskProbe.medianMicroseconds(in: folder)
            let lone = CallRun(gateway: gateway, seconds: 1, warmSeconds: 0)
            let trip = try await lone.play(
                loop, CallLoad(loop, address, connections: 1, lanes: 1, plan: SameCall(.health)))
            let plan = LockPlan(shows: names, codes: stage.hall.seats.map(\.code), lanes: outstanding)
            let load = CallLoad(loop, address, connections: wanted, lanes: outstanding / wanted, plan: plan)
            let result = try await run.play(loop, load)
            write(result, to: &record)
            record.set("fdatasync_p50_us", disk)
            record.set("round_trip_p50_us", trip.latency(.checkHealth).microseconds(0.5))
            result.span.write(to: &record, gateway)
            console.line(record.line)
        }
    }

    private static func write(_ result: CallRun.Result, to record: inout BenchRecord) {
        let span = result.span
        let locks = Double(result.answered(.lockSeats))
        let calls = locks + Double(result.answered(.releaseLock))
        record.set("locks", result.answered(.lockSeats))
        record.set("locks_per_s", locks / span.seconds)
        record.set("calls_per_s", calls / span.seconds)
        record.set("gateway_cpu_us_per_lock", span.gatewaySeconds / locks * 1e6)
        record.set("generator_cpu_us_per_lock", span.generatorSeconds / locks * 1e6)
        if let tally = span.tally {
            record.set("changes_per_sync", calls / Double(tally.syncs))
            record.set("allocations_per_call", Double(tally.allocations) / calls)
            record.set("writes_per_call", Double(tally.writes) / calls, digits: 4)
        }
        record.set("p50_us", result.latency(.lockSeats).microseconds(0.5))
        record.set("p99_us", result.latency(.lockSeats).microseconds(0.99))
        record.set("release_p50_us", result.latency(.releaseLock).microseconds(0.5))
        record.set("release_p99_us", result.latency(.releaseLock).microseconds(0.99))
    }
}

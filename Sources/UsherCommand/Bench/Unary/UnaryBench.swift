import Usher

/// `usher bench unary`: what a call costs that does next to nothing.
enum UnaryBench {
    static let spec = CommandSpec(
        "bench unary", "make trivial calls and measure what one costs the gateway",
        options: [
            OptionSpec("connections", "N", "connections (default: 8)"),
            OptionSpec("inflight", "N", "calls under way on each (default: 8)"),
            OptionSpec("call", "NAME", "health (whether the gateway serves) or show (GetShow) (default: health)"),
        ] + BenchCommands.load
    ) { arguments, console in
        let connections = try arguments.integer("connections", in: 1...10_000) ?? 8
        let lanes = try arguments.integer("inflight", in: 1...1_000) ?? 8
        let name = try arguments.choice("call", of: ["health", "show"]) ?? "health"
        let options = try LoadOptions(arguments)
        let gateway = try await BenchGateway.startOnDisk(arguments, console)
        try await BenchGateway.with(gateway) { gateway, client in
            let stage = try await BenchStage.open(client, seats: options.seats)
            let request = name == "show" ? LoadRequest.show(try await stage.makeShow(0, client)) : .health
            let loop = try LoadLoop()
            defer { loop.stop() }
            let load = CallLoad(
                loop, try LoadAddress(gateway.address), connections: connections, lanes: lanes, plan: SameCall(request))
            let result = try await CallRun(gateway: gateway, seconds: options.seconds, warmSeconds: options.warmSeconds)
                .play(loop, load)
            let span = result.span
            let calls = Double(result.answered(request.method))
            var record = BenchRecord("unary")
            record.set("call", name)
            record.set("connections", connections)
            record.set("inflight", lanes)
            record.set("calls", result.answered(request.method))
            record.set("calls_per_s", calls / span.seconds)
            record.set("gateway_cpu_us_per_call", span.gatewaySeconds / calls * 1e6, digits: 3)
            record.set("generator_cpu_us_per_call", span.generatorSeconds / calls * 1e6, digits: 3)
            record.set("bytes_per_call", Double(result.bytes) / calls)
            record.set("segments_per_call", Double(result.segments) / calls, digits: 4)
            if let tally = span.tally {
                record.set("writes_per_call", Double(tally.writes) / calls, digits: 4)
                record.set("allocations_per_call", Double(tally.allocations) / calls)
                record.set("allocated_bytes_per_call", Double(tally.allocatedBytes) / calls)
            }
            record.set("p50_us", result.latency(request.method).microseconds(0.5))
            record.set("p99_us", result.latency(request.method).microseconds(0.99))
            span.write(to: &record, gateway)
            console.line(record.line)
        }
    }
}

import Usher

/// `usher bench fanout`: what it costs a gateway to tell many watchers of changes.
enum FanoutBench {
    static let spec = CommandSpec(
        "bench fanout", "let many watch shows that change, and measure what each delivered change costs the gateway",
        options: [
            OptionSpec("watchers", "LIST", "watched streams, as 100,1000,10000 (default: 1000)"),
            OptionSpec("connections", "N", "connections that they share (default: one each)"),
            OptionSpec("shows", "LIST", "shows that the watchers are spread over, as 1,10,100 (default: 1)"),
            OptionSpec("outstanding", "N", "changes that may be under way (default: 1)"),
            OptionSpec("rate", "R", "changes a second by the clock instead, with latencies from the due time"),
        ] + BenchCommands.load,
        details: """
            One line for each number of watchers and shows. Each change blocks or frees one seat, by a call of its own; it is under way until
            it was answered and all watchers of its show have it. `delivered` counts changes at watchers, by `last_seq`: a merged delta
            is one message and counts for all that it stands for. Watchers are not the client library's but cheaper ones, in this process;
            the gateway is another. A gap, a repeat or a refusal fails the command.
            """
    ) { arguments, console in
        let options = try LoadOptions(arguments)
        let watchers = try numbers("watchers", arguments, in: 0...Limits.loadWatchers) ?? [1_000]
        for count in watchers {
            for shows in try numbers("shows", arguments, in: 1...100_000) ?? [1] {
                var shape = FanoutShape(
                    watchers: count, connections: count, shows: shows, outstanding: 1, seconds: options.seconds,
                    warmSeconds: options.warmSeconds, seats: options.seats)
                shape.connections = try arguments.integer("connections", in: 1...Limits.loadWatchers) ?? count
                shape.outstanding = try arguments.integer("outstanding", in: 1...1_000) ?? 1
                shape.rate = try arguments.integer("rate", in: 1...1_000_000).map(Double.init)
                let gateway = try await BenchGateway.startOnDisk(arguments, console)
                try await BenchGateway.with(gateway) { gateway, client in
                    console.line(try await FanoutRun(gateway: gateway, shape: shape).play(client).line)
                }
            }
        }
    }

    /// Whole numbers with commas between them.
    static func numbers(
        _ option: String, _ arguments: ParsedArguments, in range: ClosedRange<Int>
    ) throws(UsageError) -> [Int]? {
        guard let text = arguments[option] else { return nil }
        var numbers: [Int] = []
        for word in text.split(separator: ",") {
            guard let number = Int(word), range.contains(number) else {
                throw UsageError(
                    "--\(option) takes whole numbers from \(range.lowerBound) to \(range.upperBound), not `\(word)`",
                    hint: "as --\(option) 100,1000")
            }
            numbers.append(number)
        }
        return numbers
    }
}

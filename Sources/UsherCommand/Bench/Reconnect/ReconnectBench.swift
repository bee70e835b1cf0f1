import Usher
import UsherCore
import UsherTesting

/// `usher bench reconnect`: how soon a map is right again after its network was away.
enum ReconnectBench {
    static let spec = CommandSpec(
        "bench reconnect", "cut maps off a bad network and measure when they are right again",
        options: [
            BenchCommands.server, BenchCommands.seats,
            OptionSpec("cuts", "LIST", "seconds of the cuts (default: 1,2,5,10,20,30,60)"),
            OptionSpec("kinds", "LIST", "of stall, swallow, reset (default: all)"),
            OptionSpec(
                "untold", "LIST", "the same, for cuts after which nobody says that the network is back (default: all)"),
            OptionSpec("rtt", "MS", "the network's round trip (default: 300)"),
            OptionSpec("rate", "BITS", "bits a second of each direction (default: 1000000)"),
            OptionSpec("changes", "N", "changes during a cut (default: 50)"),
        ],
        details: """
            All cuts run side by side, each with a client, a show and a relay of its own. Every state that a map shows is
            compared with the gateway's at the same seq; a map that is wrong, or that is sent as a whole although the
            gateway's log reaches back, fails the command.
            """
    ) { arguments, console in
        let cases = try cases(arguments)
        let rate = try arguments.integer("rate", in: 10_000...1_000_000_000) ?? 1_000_000
        let roundTrip = try arguments.integer("rtt", in: 0...10_000) ?? 300
        let changes = try arguments.integer("changes", in: 1...100) ?? 50
        let seats = try arguments.integer("seats", in: 100...Limits.seats) ?? Limits.benchSeats
        let conditions = NetworkConditions(roundTrip: .milliseconds(Int64(roundTrip)), rate: rate)
        try await BenchGateway.with(arguments) { gateway, client in
            let stage = try await BenchStage.open(client, seats: seats)
            let results = try await withThrowingTaskGroup(of: ReconnectResult.self) { group in
                for (number, test) in cases.enumerated() {
                    let showID = try await stage.makeShow(number, client)
                    let scribe = try await SeatScribe(showID, stage.hall, client)
                    let run = ReconnectRun(
                        test: test, conditions: conditions, changes: changes, gateway: gateway.address, scribe: scribe,
                        showID: showID)
                    group.addTask { try await run.run() }
                }
                var results: [ReconnectResult] = []
                for try await result in group {
                    console.line(result.record.line)
                    results.append(result)
                }
                return results
            }
            try judge(results, console)
        }
    }

    private static func cases(_ arguments: ParsedArguments) throws(UsageError) -> [ReconnectCase] {
        var seconds: [Int] = []
        for word in (arguments["cuts"] ?? "1,2,5,10,20,30,60").split(separator: ",") {
            guard let span = Int(word), (1...600).contains(span) else {
                throw UsageError("--cuts takes seconds from 1 to 600, as 1,10,60, not `\(word)`")
            }
            seconds.append(span)
        }
        let kinds = try kinds("kinds", arguments)
        return ReconnectCase.all(kinds, seconds, untold: try self.kinds("untold", arguments))
    }

    private static func kinds(
        _ option: String, _ arguments: ParsedArguments
    ) throws(UsageError) -> [ReconnectCase.Kind] {
        guard let text = arguments[option] else { return ReconnectCase.Kind.allCases }
        var kinds: [ReconnectCase.Kind] = []
        for word in text.split(separator: ",") where word != "none" {
            guard let kind = ReconnectCase.Kind(rawValue: String(word)) else {
                throw UsageError("--\(option) takes stall, swallow, reset or none, not `\(word)`")
            }
            kinds.append(kind)
        }
        return kinds
    }

    private static func judge(_ results: [ReconnectResult], _ console: Console) throws {
        var record = BenchRecord("reconnect-summary")
        record.set("cases", results.count)
        record.set("told_median_ms", Median.of(results.filter(\.test.isTold).compactMap(\.rightMilliseconds)))
        record.set("untold_median_ms", Median.of(results.filter { !$0.test.isTold }.compactMap(\.rightMilliseconds)))
        record.set("worst_ms", results.compactMap(\.rightMilliseconds).max())
        record.set("snapshots", results.map(\.snapshots).reduce(0, +))
        console.line(record.line)
        let faults = results.compactMap { result -> String? in
            let name = "\(result.test.kind.rawValue) of \(result.test.seconds) s"
            if let fault = result.fault { return "\(name): \(fault)" }
            return result.snapshots > 0 ? "\(name): a whole map came, although the log reaches back" : nil
        }
        if !faults.isEmpty { throw CommandFailure("a map was not kept right", lines: faults) }
    }
}

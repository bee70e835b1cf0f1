/// `usher bench …`: the benchmarks. Each prints JSON lines, and holds what it measures to be right; none judges speed.
enum BenchCommands {
    static let all = [
        FanoutBench.spec, LocksBench.spec, UnaryBench.spec, LatencyBench.spec, IdleBench.spec, ImportBench.spec,
        ReconnectBench.spec, IdleMapBench.spec, ManyMapsBench.spec, PresenceBench.spec, FollowBench.spec,
        SuggestBench.spec,
    ]

    static let server = OptionSpec(
        "server", "ADDR", "a gateway that runs already (default: one of its own, which keeps nothing)")
    static let seats = OptionSpec("seats", "N", "seats of the hall (default: \(Limits.benchSeats))")

    /// Of benchmarks with a gateway of their own, whose ledger is on disk, and a load.
    static let load = [
        OptionSpec("seconds", "N", "how long is measured (default: 3)"),
        OptionSpec("warm", "N", "how long the same goes on before (default: 1)"),
        seats,
        OptionSpec("data", "DIR", "where the gateway keeps its data (default: a new folder, removed at the end)"),
        OptionSpec("loops", "N", "the gateway's threads that serve connections (default: one a processor)"),
        OptionSpec("usher", "FILE", "the build whose gateway is measured (default: this one)"),
        OptionSpec("counters", "FILE", "let the gateway count allocations and writes by the library of .ci/counters"),
    ]
}

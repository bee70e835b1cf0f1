/// `usher bench …`: the benchmarks. Each prints JSON lines, and holds what it measures to be right; none judges speed.
enum BenchCommands {
    static let all = [
        ReconnectBench.spec, IdleMapBench.spec, ManyMapsBench.spec, PresenceBench.spec, FollowBench.spec,
        SuggestBench.spec,
    ]

    static let server = OptionSpec(
        "server", "ADDR", "a gateway that runs already (default: one of its own, which keeps nothing)")
    static let seats = OptionSpec("seats", "N", "seats of the hall (default: \(Limits.benchSeats))")
}

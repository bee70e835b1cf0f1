import Glibc
import UsherCore

/// `usher bench suggest`: what it takes to choose seats in a large hall.
enum SuggestBench {
    static let spec = CommandSpec(
        "bench suggest", "measure how long the choice of seats for a party takes",
        options: [
            OptionSpec("seats", "N", "seats of the hall (default: \(Limits.suggestBenchSeats))"),
            OptionSpec("rounds", "N", "questions of each size (default: \(Limits.suggestBenchRounds))"),
            OptionSpec("sold", "HOW", "\(words.joined(separator: ", ")) (default: each in turn)"),
            OptionSpec("rule", "RULE", "off, avoidable or strict (default: avoidable)"),
            OptionSpec("seed", "N", "replays a run (default: 1)"),
        ],
        details: """
            In one process, without a network: what the gateway does for SuggestSeats between request and reply, and what the
            ledger does for LockBestSeats. How the hall is sold: half in random groups everywhere (`scattered`) or from the
            best seats outwards (`outwards`: little is left where the search begins); half so that no more than 49 seats are
            free beside each other (`long`) or no more than 7 (`short`); all but a hundredth, with three free seats beside
            each other at most (`nearly`). Larger parties must be split there; `pieces` are the most of any answer.
            Between two questions a group is sold and another given back, so that no two are asked of the same map. Times are
            of the processor, in microseconds; `wall` is by the clock and has what other programs took. `looks` is the same
            time counted in looks at the whole hall, each of which takes `look_us` on this machine. Each answer is checked:
            as many free seats as asked for.
            """
    ) { arguments, console in
        let seats = try arguments.integer("seats", in: 1_000...Limits.seats) ?? Limits.suggestBenchSeats
        let rounds = try arguments.integer("rounds", in: 1...1_000_000) ?? Limits.suggestBenchRounds
        let seed = try arguments.unsigned("seed") ?? 1
        let rules = ["off": OrphanRule.off, "avoidable": .avoidable, "strict": .strict]
        let rule = try arguments.choice("rule", of: ["off", "avoidable", "strict"]).flatMap { rules[$0] } ?? .avoidable
        let wanted = try arguments.choice("sold", of: words)
        for pattern in SuggestPattern.all where wanted == nil || wanted == pattern.name {
            var evening = SuggestEvening(seats: seats, pattern, rule: rule, seed: seed)
            for count in [1, 2, 3, 4, 6, 8, 20, 50] {
                let answers = try evening.ask(count: count, rounds: rounds)
                let look = evening.looking().percentile(50)
                var record = BenchRecord("suggest")
                record.set("sold", pattern.name)
                record.set("seats", evening.hall.seatCount)
                record.set("free", evening.free)
                record.set("count", count)
                record.set("rounds", rounds)
                record.set("pieces", answers.pieces.max() ?? 0)
                record.set("cpu_us_p50", answers.cpu.percentile(50))
                record.set("cpu_us_p99", answers.cpu.percentile(99))
                record.set("cpu_us_max", answers.cpu.percentile(100))
                record.set("wall_us_p50", answers.wall.percentile(50))
                record.set("wall_us_p99", answers.wall.percentile(99))
                record.set("look_us", look)
                record.set("looks_p50", ratio(answers.cpu.percentile(50), look))
                record.set("looks_p99", ratio(answers.cpu.percentile(99), look))
                console.line(record.line)
            }
        }
    }

    private static let words = SuggestPattern.all.map(\.name)

    private static func ratio(_ value: Double?, _ unit: Double?) -> Double? {
        guard let value, let unit else { return nil }
        return value / unit
    }
}

extension [Double] {
    /// The value that `share` percent of them do not exceed.
    fileprivate func percentile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        let place = (Double(count) * share / 100).rounded(.up)
        return sorted()[Swift.min(count - 1, Swift.max(0, Int(place) - 1))]
    }
}

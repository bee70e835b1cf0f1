import Glibc
import UsherCore

/// `usher bench suggest`: what it takes to choose seats in a large hall.
enum SuggestBench {
    static let spec = CommandSpec(
        "bench suggest", "measure how long the choice of seats for a party takes",
        options: [
            OptionSpec("seats", "N", "seats of the hall (default: \(Limits.suggestBenchSeats))"),
            OptionSpec("rounds", "N", "questions of each size (default: \(Limits.suggestBenchRounds))"),
            OptionSpec("seed", "N", "replays a run (default: 1)"),
        ],
        details: """
            In one process, without a network: what the gateway does for SuggestSeats between request and reply, and what the
            ledger does for LockBestSeats. Half of the hall is sold in random groups, everywhere (`scattered`) or from the
            best seats outwards (`outwards`: little is left where the search begins). Between two questions a group is sold
            and another given back, so that no two are asked of the same map. Times are of the processor, in microseconds;
            `wall` is by the clock and has what other programs took. Each answer is checked: as many free seats as asked for.
            """
    ) { arguments, console in
        let seats = try arguments.integer("seats", in: 1_000...Limits.seats) ?? Limits.suggestBenchSeats
        let rounds = try arguments.integer("rounds", in: 1...1_000_000) ?? Limits.suggestBenchRounds
        let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
        for isScattered in [true, false] {
            var evening = SuggestEvening(seats: seats, isScattered: isScattered, seed: seed)
            for count in [1, 2, 3, 4, 6, 8, 20, 50] {
                let times = try evening.ask(count: count, rounds: rounds)
                var record = BenchRecord("suggest")
                record.set("sold", isScattered ? "scattered" : "outwards")
                record.set("seats", evening.hall.seatCount)
                record.set("free", evening.free)
                record.set("count", count)
                record.set("rounds", rounds)
                record.set("pieces", evening.pieces)
                record.set("cpu_us_p50", times.cpu.percentile(50))
                record.set("cpu_us_p99", times.cpu.percentile(99))
                record.set("cpu_us_max", times.cpu.percentile(100))
                record.set("wall_us_p50", times.wall.percentile(50))
                record.set("wall_us_p99", times.wall.percentile(99))
                console.line(record.line)
            }
        }
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

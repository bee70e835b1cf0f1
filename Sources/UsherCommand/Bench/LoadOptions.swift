import Usher

/// What all benchmarks with a load are told alike: `BenchCommands.load`.
struct LoadOptions {
    var seconds: Int
    var warmSeconds: Int
    var seats: Int

    init(_ arguments: ParsedArguments, usualSeconds: Int = 3, leastSeats: Int = 1) throws(UsageError) {
        seconds = try arguments.integer("seconds", in: 1...86_400) ?? usualSeconds
        warmSeconds = try arguments.integer("warm", in: 0...3_600) ?? 1
        seats = try arguments.integer("seats", in: leastSeats...Limits.seats) ?? Limits.benchSeats
    }
}

/// When a group's watchers are written to next.
///
/// A change that finds its group at rest leaves at once. Where changes come faster than they can be written, each write is
/// followed by a rest of its own length: what comes meanwhile shares the next write, the readers get the time to read, and
/// the loop's other connections have the loop for as long as the fan-out had it. Without it each loop would write
/// whatever came first, and the readers' next steps would come in ever smaller portions.
struct FanoutPace {
    /// Loop clock.
    private var restsUntil = Int64.min

    /// Nanoseconds to wait until the next write; nil may write now.
    func wait(at now: Int64) -> Int64? {
        restsUntil > now ? restsUntil - now : nil
    }

    /// A write took so long, and more was there than one change: in it, or behind it by now.
    mutating func wrote(from begin: Int64, to end: Int64) {
        restsUntil = end + min(max(0, end - begin), Limits.maxFanoutRestNanoseconds)
    }
}

public import UsherCore

/// A crowd of followed maps that loses its gateway at one moment: who comes back when.
///
/// The machines are the SDK's; while the gateway is away their attempts fail at once, and afterwards each is served.
public struct ReturningCrowd {
    /// What a gateway sees after it is back.
    public struct Report: Sendable {
        /// Streams that arrive in the fullest 100 ms.
        public var peak = 0
        /// On average over the 100 ms spans until 99 of 100 are back.
        public var mean = 0.0
        /// From the gateway's return until so many are live again.
        public var untilNearlyAll = TimeSpan.zero
        /// Attempts that failed while it was away.
        public var failedAttempts = 0
    }

    public var readers: Int

    public init(readers: Int = 10_000) {
        self.readers = readers
    }

    /// Loses the gateway for `outage`.
    public func lose(for outage: TimeSpan, seed: UInt64) -> Report {
        var report = Report()
        var arrivals: [Int64] = []
        for reader in 0..<readers {
            var generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(reader))
            var machine = SeatWatchMachine()
            var stream = Self.opened(machine.usersChanged(to: 1, now: 0)) ?? 0
            let lost: Int64 = 60_000_000_000
            _ = machine.streamEvent(id: stream, Self.map, bytes: 100, now: 1, using: &generator)
            var directives = machine.streamEnded(
                id: stream, StreamFailure("the connection was reset"), now: lost, using: &generator)
            var now = lost
            while true {
                if let next = Self.opened(directives) {
                    stream = next
                    if now >= lost + outage.nanoseconds { break }
                    report.failedAttempts += 1
                    directives = machine.streamEnded(
                        id: stream, StreamFailure("the connection was refused"), now: now, using: &generator)
                } else if let poll = Self.polled(directives) {
                    directives = machine.pollFailed(
                        id: poll, StreamFailure("the connection was refused"), now: now, using: &generator)
                } else {
                    guard let wakes = machine.wakesAt else { break }
                    now = max(now, wakes)
                    directives = machine.timePassed(now: now, using: &generator)
                }
            }
            arrivals.append(now - lost - outage.nanoseconds)
        }
        arrivals.sort()
        report.untilNearlyAll = TimeSpan(nanoseconds: arrivals[max(0, readers * 99 / 100 - 1)])
        var buckets: [Int64: Int] = [:]
        for arrival in arrivals { buckets[arrival / 100_000_000, default: 0] += 1 }
        report.peak = buckets.values.max() ?? 0
        report.mean = Double(readers) * 0.99 / Double(report.untilNearlyAll.nanoseconds / 100_000_000 + 1)
        return report
    }

    private static let map = SeatEvent.snapshot(
        SeatSnapshot(
            showID: "S1", epoch: "e1", seq: 1, hallID: "H1", hallRevision: 1, states: [1, 1, 1],
            serverTime: Timestamp(nanoseconds: 0)))

    private static func opened(_ directives: [SeatWatchMachine.Directive]) -> Int? {
        for case .openStream(let id, _, _) in directives { return id }
        return nil
    }

    private static func polled(_ directives: [SeatWatchMachine.Directive]) -> Int? {
        for case .poll(let id, _) in directives { return id }
        return nil
    }
}

import UsherCore

/// An app that knows nothing but what it is told: its own copy of the map, and what was wrong with the telling.
struct SimulatedApplication {
    private(set) var states: [UInt8] = []
    private(set) var position = Position()
    private(set) var state = WatchState.idle
    private var leftEpochs: Set<String> = []

    /// Takes one piece of news; returns what is wrong with it.
    mutating func told(_ news: SeatWatchMachine.News) -> String? {
        switch news {
        case .changed(let changes): return apply(changes)
        case .replaced(let changes, let newEpoch, let newHall):
            if newEpoch { leftEpochs.insert(position.epoch) }
            guard newHall else { return apply(changes) }
            guard states.isEmpty else { return "a new hall was told, and there is none" }
            states = [UInt8](repeating: 0, count: changes.count)
            return apply(changes)
        case .side, .serverTime: return nil
        case .state(let next):
            if state == next { return "the state \(next) was told twice" }
            state = next
            return nil
        }
    }

    /// A change that changes nothing was told before, or never was.
    private mutating func apply(_ changes: [SeatChange]) -> String? {
        var told: Set<Int32> = []
        for change in changes {
            guard states.indices.contains(Int(change.seat)) else { return "seat \(change.seat) was told, of no hall" }
            guard told.insert(change.seat).inserted else { return "seat \(change.seat) was told twice at once" }
            guard states[Int(change.seat)] != change.state else {
                return "seat \(change.seat) was told to be \(change.state), which it was already"
            }
            states[Int(change.seat)] = change.state
        }
        return nil
    }

    /// The map stands at `next` after what was told.
    mutating func reached(_ next: Position) -> String? {
        defer { position = next }
        if next.epoch == position.epoch {
            return next.seq < position.seq ? "the position went back from \(position.seq) to \(next.seq)" : nil
        }
        if leftEpochs.contains(next.epoch) { return "the map went back to epoch \(next.epoch)" }
        if !position.epoch.isEmpty, !leftEpochs.contains(position.epoch) {
            return "the map left epoch \(position.epoch), and nobody was told"
        }
        return nil
    }
}

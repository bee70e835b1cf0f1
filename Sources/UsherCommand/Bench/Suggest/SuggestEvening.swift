import Glibc
import UsherCore

/// A large hall of which much is sold, as `usher bench suggest` asks it.
struct SuggestEvening {
    /// Of the questions of one size.
    struct Answers {
        /// Microseconds each.
        var cpu: [Double] = []
        var wall: [Double] = []
        /// Of the best of each answer.
        var pieces: [Int] = []
    }

    /// Rows of some hundred seats with two aisles.
    private static let columns = 320
    private static let aisles = [80, 239]

    let hall: HallRevision
    private let pattern: SuggestPattern
    private let show: Show
    private var states: [UInt8]
    /// Groups that are sold, and may come back.
    private var groups: [Range<Int>] = []
    private var generator: SeededGenerator
    private(set) var free = 0
    private let wanted: Int

    init(seats: Int, _ pattern: SuggestPattern, rule: OrphanRule, seed: UInt64) {
        self.pattern = pattern
        generator = SeededGenerator(seed: seed)
        let hall = Self.hall(of: seats)
        self.hall = HallRevision(hall)
        let start = Timestamp(nanoseconds: 0)
        show = Show(
            showID: "bench", hallID: "bench", hallRevision: 1, startsAt: start + .hours(1), endsAt: start + .hours(3),
            policy: Policy(maxSeatsPerLock: 50, orphanRule: rule), version: 1)
        states = [UInt8](repeating: SeatState.sold.rawValue, count: seats)
        switch pattern.kind {
        case .scattered, .outwards:
            wanted = seats / 2
            states = [UInt8](repeating: SeatState.available.rawValue, count: seats)
            free = seats
            for seat in order(of: hall) where free > wanted { sellGroup(at: seat) }
        case .stretches(let longest, let sold):
            wanted = seats * (longest + 1) / (longest + 1 + sold + 1)
            alternate(longest, sold)
        }
    }

    private static func hall(of seats: Int) -> Hall {
        var list: [Seat] = []
        var row = 0
        while list.count < seats {
            for column in 0..<columns where !aisles.contains(column) && list.count < seats {
                list.append(
                    Seat(code: "R\(row)C\(column)", row: row, column: column, zoneID: row % 3 == 0 ? "a" : "b"))
            }
            row += 1
        }
        return Hall(
            hallID: "bench", revision: 1, rowCount: row, columnCount: columns, seats: list,
            zones: [Zone(zoneID: "a"), Zone(zoneID: "b")])
    }

    /// In which groups are sold: anywhere, or from the focal point outwards.
    private mutating func order(of hall: Hall) -> [Int] {
        if pattern.kind == .scattered { return hall.seats.indices.shuffled(using: &generator) }
        let (y, x) = (Double(hall.rowCount) * 2 / 3, Double(Self.columns) / 2)
        let far = hall.seats.map { seat in
            (Double(seat.row) - y) * (Double(seat.row) - y) + (Double(seat.column) - x) * (Double(seat.column) - x)
        }
        return hall.seats.indices.sorted { far[$0] < far[$1] }
    }

    /// Free and sold stretches take turns in each row.
    private mutating func alternate(_ longest: Int, _ sold: Int) {
        var seat = 0
        while seat < states.count {
            let length = Int.random(in: 1...longest, using: &generator)
            for next in seat..<min(seat + length, states.count) where next == seat || follows(next) {
                states[next] = SeatState.available.rawValue
                free += 1
                seat = next + 1
            }
            let end = min(seat + Int.random(in: 1...sold, using: &generator), states.count)
            var start = seat
            for next in seat..<end where next + 1 == end || !follows(next + 1) || next - start == 7 {
                groups.append(start..<(next + 1))
                start = next + 1
            }
            seat = end
        }
    }

    /// Asks `rounds` times for `count` seats.
    mutating func ask(count: Int, rounds: Int) throws -> Answers {
        var answers = Answers()
        let now = Timestamp(nanoseconds: 0)
        for round in 0..<rounds {
            change()
            let query = SeatQuery(count: count, seed: UInt64(round))
            let wall = Self.clock(CLOCK_MONOTONIC)
            let cpu = Self.clock(CLOCK_THREAD_CPUTIME_ID)
            let found = try show.proposals(query, in: hall, states: states, now: now)
            answers.cpu.append(Self.clock(CLOCK_THREAD_CPUTIME_ID) - cpu)
            answers.wall.append(Self.clock(CLOCK_MONOTONIC) - wall)
            answers.pieces.append(try pieces(found, count))
        }
        return answers
    }

    /// What it takes to look at each seat of the hall once, in microseconds: the unit of this machine.
    func looking() -> [Double] {
        (0..<200).map { _ in
            let start = Self.clock(CLOCK_THREAD_CPUTIME_ID)
            var found = 0
            for seat in hall.hall.seats.indices where states[seat] == SeatState.available.rawValue { found &+= seat }
            let end = Self.clock(CLOCK_THREAD_CPUTIME_ID)
            // Depends on what was found, so that it must be found.
            return found < 0 ? 0 : end - start
        }
    }

    private func pieces(_ found: [SeatSuggestion], _ count: Int) throws -> Int {
        guard let best = found.first else { throw CommandFailure("no seats for \(count) among \(free)") }
        let seats = Set(best.seats.compactMap(hall.seatIndex))
        guard seats.count == count, seats.allSatisfy({ states[$0] == SeatState.available.rawValue }) else {
            throw CommandFailure("not \(count) free seats: \(best.seats.joined(separator: " "))")
        }
        let groups = seats.count { !seats.contains($0 - 1) || !follows($0) }
        guard groups == best.pieces else {
            throw CommandFailure("\(groups) pieces, not \(best.pieces): \(best.seats.joined(separator: " "))")
        }
        return groups
    }

    /// Groups come and go.
    private mutating func change() {
        for _ in 0..<1_000 {
            let place = Int.random(in: 0..<groups.count, using: &generator)
            guard mayReturn(groups[place]) else { continue }
            groups.swapAt(place, groups.count - 1)
            let gone = groups.removeLast()
            for seat in gone { states[seat] = SeatState.available.rawValue }
            free += gone.count
            break
        }
        for _ in 0..<100_000 where free > wanted {
            sellGroup(at: Int.random(in: 0..<hall.seatCount, using: &generator))
        }
    }

    /// Whether the free stretches stay as short as they are meant to be.
    private func mayReturn(_ group: Range<Int>) -> Bool {
        guard case .stretches(let longest, _) = pattern.kind else { return true }
        var (low, high) = (group.lowerBound, group.upperBound)
        while low > 0, follows(low), states[low - 1] == SeatState.available.rawValue { low -= 1 }
        while high < states.count, follows(high), states[high] == SeatState.available.rawValue { high += 1 }
        return high - low <= longest
    }

    /// Sells up to eight neighbours from a free seat on.
    private mutating func sellGroup(at first: Int) {
        let size = Int.random(in: 1...8, using: &generator)
        var end = first
        while end < min(first + size, hall.seatCount), end == first || follows(end),
            states[end] == SeatState.available.rawValue
        {
            states[end] = SeatState.sold.rawValue
            end += 1
        }
        guard end > first else { return }
        free -= end - first
        groups.append(first..<end)
    }

    /// Whether a seat has the one before it in the list as its neighbour.
    private func follows(_ seat: Int) -> Bool {
        let (this, before) = (hall.hall.seats[seat], hall.hall.seats[seat - 1])
        return this.row == before.row && this.column == before.column + 1
    }

    private static func clock(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

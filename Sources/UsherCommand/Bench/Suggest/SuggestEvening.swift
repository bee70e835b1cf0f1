import Glibc
import UsherCore

/// A large hall of which half is sold, as `usher bench suggest` asks it.
struct SuggestEvening {
    /// Of the questions of one size, in microseconds.
    struct Times {
        var cpu: [Double] = []
        var wall: [Double] = []
    }

    /// Rows of some hundred seats with two aisles.
    private static let columns = 320
    private static let aisles = [80, 239]

    let hall: HallRevision
    private let show: Show
    private var states: [UInt8]
    /// Groups that are sold, and may come back.
    private var groups: [[Int]] = []
    private var generator: SeededGenerator
    private(set) var free: Int
    /// Of the last answer.
    private(set) var pieces = 0

    init(seats: Int, isScattered: Bool, seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        var list: [Seat] = []
        var row = 0
        while list.count < seats {
            for column in 0..<Self.columns where !Self.aisles.contains(column) && list.count < seats {
                list.append(
                    Seat(code: "R\(row)C\(column)", row: row, column: column, zoneID: row % 3 == 0 ? "a" : "b"))
            }
            row += 1
        }
        hall = HallRevision(
            Hall(
                hallID: "bench", revision: 1, rowCount: row, columnCount: Self.columns, seats: list,
                zones: [Zone(zoneID: "a"), Zone(zoneID: "b")]))
        let start = Timestamp(nanoseconds: 0)
        show = Show(
            showID: "bench", hallID: "bench", hallRevision: 1, startsAt: start + .hours(1), endsAt: start + .hours(3),
            policy: Policy(maxSeatsPerLock: 50), version: 1)
        states = [UInt8](repeating: SeatState.available.rawValue, count: seats)
        free = seats
        let far = (Double(row) * 2 / 3, Double(Self.columns) / 2)
        var order = Array(0..<seats)
        if isScattered {
            order.shuffle(using: &generator)
        } else {
            func distance(_ seat: Int) -> Double {
                let (y, x) = (Double(list[seat].row) - far.0, Double(list[seat].column) - far.1)
                return x * x + y * y
            }
            order = order.map { ($0, distance($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
        }
        for seat in order where free > seats / 2 { sellGroup(at: seat) }
    }

    /// Asks `rounds` times for `count` seats.
    mutating func ask(count: Int, rounds: Int) throws -> Times {
        var times = Times()
        let now = Timestamp(nanoseconds: 0)
        for round in 0..<rounds {
            change()
            let query = SeatQuery(count: count, seed: UInt64(round))
            let wall = Self.clock(CLOCK_MONOTONIC)
            let cpu = Self.clock(CLOCK_THREAD_CPUTIME_ID)
            let found = try show.proposals(query, in: hall, states: states, now: now)
            times.cpu.append(Self.clock(CLOCK_THREAD_CPUTIME_ID) - cpu)
            times.wall.append(Self.clock(CLOCK_MONOTONIC) - wall)
            try check(found, count)
        }
        return times
    }

    private mutating func check(_ found: [SeatSuggestion], _ count: Int) throws {
        guard let best = found.first else { throw CommandFailure("no seats for \(count) in half a hall") }
        let seats = Set(best.seats.compactMap(hall.seatIndex))
        guard seats.count == count, seats.allSatisfy({ states[$0] == SeatState.available.rawValue }) else {
            throw CommandFailure("not \(count) free seats: \(best.seats.joined(separator: " "))")
        }
        pieces = best.pieces
    }

    /// One group comes, one goes.
    private mutating func change() {
        let gone = groups.remove(at: Int.random(in: 0..<groups.count, using: &generator))
        for seat in gone { states[seat] = SeatState.available.rawValue }
        free += gone.count
        for _ in 0..<1_000 where free > hall.seatCount / 2 {
            sellGroup(at: Int.random(in: 0..<hall.seatCount, using: &generator))
        }
    }

    /// Sells up to eight neighbours from a free seat on.
    private mutating func sellGroup(at first: Int) {
        let size = Int.random(in: 1...8, using: &generator)
        var group: [Int] = []
        for seat in first..<min(first + size, hall.seatCount) {
            let isNext = seat == first || hall.hall.seats[seat].column == hall.hall.seats[seat - 1].column + 1
            guard isNext, states[seat] == SeatState.available.rawValue else { break }
            states[seat] = SeatState.sold.rawValue
            group.append(seat)
        }
        guard !group.isEmpty else { return }
        free -= group.count
        groups.append(group)
    }

    private static func clock(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

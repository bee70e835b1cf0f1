import Usher
import UsherCore

/// A hall of equal rows and any number of shows in it, one after the other, with names that no other run has.
struct BenchStage: Sendable {
    private static let columns = 50

    let hall: Hall
    /// Of the shows to come. What is measured is not the choice of seats: any may be locked.
    var policy = Policy(orphanRule: .off)
    private let prefix: String

    /// Puts the hall.
    static func open(_ client: UsherClient, seats: Int) async throws(UsherError) -> BenchStage {
        let prefix = "bench-\(UInt64.random(in: 0...UInt64.max))"
        let hall = hall(prefix, seats: seats)
        _ = try await client.putHall(hall)
        return BenchStage(hall: hall, prefix: prefix)
    }

    /// Rows of 50 seats.
    static func hall(_ hallID: String, seats: Int) -> Hall {
        let rows = (seats + columns - 1) / columns
        var hall = Hall(
            hallID: hallID, name: "Benchmark", rowCount: rows, columnCount: columns,
            zones: [Zone(zoneID: "all", name: "All", color: "#1565C0")])
        hall.rows = (0..<rows).map { Row(index: $0, label: "\($0 + 1)") }
        hall.seats = (0..<seats).map { index in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            return Seat(code: "R\(row)C\(column)", row: row, column: column, number: "\(column + 1)", zoneID: "all")
        }
        return hall
    }

    /// Makes show `number`; each number once.
    func makeShow(_ number: Int, _ client: UsherClient) async throws(UsherError) -> String {
        let starts = SystemTime.now + .hours(2 + 2 * Int64(number))
        let show = Show(
            showID: "\(prefix)-\(number)", hallID: hall.hallID, title: "Show \(number)", startsAt: starts,
            endsAt: starts + .hours(1), policy: policy)
        return try await client.createShow(show).show.showID
    }

    /// Makes many shows, a few at a time.
    func makeShows(_ count: Int, _ client: UsherClient) async throws -> [String] {
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            var names = [String](repeating: "", count: count)
            for number in 0..<count {
                if number >= Limits.benchParallel, let (made, name) = try await group.next() { names[made] = name }
                group.addTask { (number, try await makeShow(number, client)) }
            }
            for try await (made, name) in group { names[made] = name }
            return names
        }
    }
}

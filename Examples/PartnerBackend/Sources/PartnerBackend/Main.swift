import Foundation
import Usher

/// A partner's backend that keeps all shows and seats of a gateway in a table of its own.
@main struct Main {
    static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            note(Options.usage)
            exit(2)
        }
        do {
            try await run(options)
        } catch {
            note("error: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        let table = try SeatTable(options.database)
        let client = UsherClient(address: options.server)
        defer { client.close() }
        let mirror = Mirror(client: client, table: table, log: note)
        switch options.mode {
        case .status: print(try await status(table), terminator: "")
        case .once:
            try await mirror.catchUp()
            print(try await status(table), terminator: "")
        case .follow:
            let arrivals = StopSignal.arrivals()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await mirror.follow(every: .seconds(options.interval)) }
                group.addTask { for await _ in arrivals { return } }
                // Whichever comes first: a failure, or the signal. What is being written is written to its end.
                try await group.next()
                group.cancelAll()
            }
            note("stopped")
        }
    }

    /// One JSON line a show: `{"show":"tonight","epoch":"…","seq":7,"seats":{"1":70,"3":6}}`, seats by state byte.
    private static func status(_ table: SeatTable) async throws -> String {
        try await table.rows().map { row in
            let counts = row.counts.map { "\"\($0.state)\":\($0.seats)" }.joined(separator: ",")
            // Ids and epochs have no character that JSON would escape.
            return "{\"show\":\"\(row.showID)\",\"epoch\":\"\(row.position.epoch)\","
                + "\"seq\":\(row.position.seq),\"seats\":{\(counts)}}\n"
        }.joined()
    }

    private static func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}

import Foundation
import Usher
import UsherCore
import UsherTesting

/// `usher bench follow`: one map, and a line for everything that happens to it. For scripts that make the network bad
/// themselves and judge from outside.
enum FollowBench {
    static let spec = CommandSpec(
        "bench follow", "follow a map and print each of its steps, for scripts that judge it",
        positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [BenchCommands.server],
        details: """
            Each line has `at` (nanoseconds of the boot-time clock), `seq`, `whole` (a whole map came) and `hash` (FNV-1a of
            64 bits over the states), or `connection`. The line `network` on standard input says that the network changed.
            """
    ) { arguments, console in
        guard arguments["server"] != nil else { throw UsageError("`bench follow` needs --server") }
        try await BenchGateway.with(arguments) { _, client in
            let commands = Task {
                let lines = InputLines(FileHandle.standardInput)
                while let line = await lines.next() {
                    if line == "network" { client.networkChanged() }
                }
            }
            defer { commands.cancel() }
            var states: [UInt8] = []
            var position = Position()
            for try await update in client.seatMap(arguments.positionals[0]).updates {
                let at = ShapingRelay.now
                if let connection = update.connection {
                    var record = BenchRecord("follow")
                    record.set("at", at)
                    record.set("connection", "\(connection)")
                    console.line(record.line)
                }
                guard update.isReset || update.position != position else { continue }
                position = update.position
                if update.isReset { states = update.changes.map(\.state) }
                for change in update.changes { states[Int(change.seat)] = change.state }
                var record = BenchRecord("follow")
                record.set("at", at)
                step(&record, position, states, whole: update.isReset)
                console.line(record.line)
            }
        }
    }

    private static func step(_ record: inout BenchRecord, _ position: Position, _ states: [UInt8], whole: Bool) {
        record.set("seq", position.seq)
        record.set("whole", whole)
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for state in states { hash = (hash ^ UInt64(state)) &* 0x100_0000_01b3 }
        record.set("hash", String(hash, radix: 16))
    }
}

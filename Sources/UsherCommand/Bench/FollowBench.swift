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
            Each line has `at` (nanoseconds of the boot-time clock), `seq`, `snapshots` (whole maps that came so far) and `hash` (FNV-1a of
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
            let map = client.seatMap(arguments.positionals[0], isolation: nil)
            var states: [UInt8] = []
            var position = Position()
            for try await update in map.updates {
                if update.isReset { states = [UInt8](repeating: 0, count: update.changes.count) }
                for change in update.changes where !states.isEmpty { states[Int(change.seat)] = change.state }
                if !states.isEmpty, update.position != position {
                    position = update.position
                    step(console, position, states, snapshots: map.diagnostics.counters.snapshots)
                }
                if let connection = update.connection {
                    var record = BenchRecord("follow")
                    record.set("at", ShapingRelay.now)
                    record.set("connection", "\(connection)")
                    console.line(record.line)
                }
            }
        }
    }

    private static func step(_ console: Console, _ position: Position, _ states: [UInt8], snapshots: Int) {
        var record = BenchRecord("follow")
        record.set("at", ShapingRelay.now)
        record.set("seq", position.seq)
        record.set("snapshots", snapshots)
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for state in states { hash = (hash ^ UInt64(state)) &* 0x100_0000_01b3 }
        record.set("hash", String(hash, radix: 16))
        console.line(record.line)
    }
}

import Foundation
import Usher
import UsherTesting

/// `usher bench idle-map`: what a map costs while nothing happens.
enum IdleMapBench {
    static let spec = CommandSpec(
        "bench idle-map", "measure what one watched map costs while nothing happens",
        options: [
            BenchCommands.server, BenchCommands.seats,
            OptionSpec("seconds", "N", "how long it is watched (default: 60)"),
            OptionSpec(
                "subject", "SHOW", "be the measured process: it says what it does, and waits to be told to go on"),
        ],
        details: """
            The client is a process of its own that does nothing else. A relay before the gateway counts its HTTP/2 bytes;
            wake-ups are the voluntary context switches of all its threads, as it counts them itself (ended threads
            included) and as they are seen from outside; memory is what its heap holds.
            """
    ) { arguments, console in
        if let showID = arguments["subject"] {
            guard let address = arguments["server"].flatMap({ ServerAddress($0) }) else {
                throw UsageError("--subject needs --server")
            }
            return try await IdleMapSubject(address: address, showID: showID, console: console).run()
        }
        let seconds = try arguments.integer("seconds", in: 1...86_400) ?? 60
        let seats = try arguments.integer("seats", in: 1...Limits.seats) ?? Limits.benchSeats
        try await BenchGateway.with(arguments) { gateway, client in
            let stage = try await BenchStage.open(client, seats: seats)
            let showID = try await stage.makeShow(0, client)
            let relay = try ShapingRelay(to: gateway.address.host, port: gateway.address.port)
            defer { relay.close() }
            let subject = try BenchProcess([
                "bench", "idle-map", "--subject", showID, "--server", "127.0.0.1:\(relay.port)",
            ])
            do {
                let record = try await measure(subject, relay, seconds: seconds, seats: seats)
                console.line(record.line)
            } catch {
                await subject.end()
                throw error
            }
            await subject.end()
        }
    }

    private static func measure(
        _ subject: BenchProcess, _ relay: ShapingRelay, seconds: Int, seats: Int
    ) async throws -> BenchRecord {
        let ready = try await subject.line()
        // What its first moments leave behind: idle threads of the pool end.
        try await Task.sleep(for: .seconds(Limits.benchSettleSeconds))
        try subject.say("begin")
        let begin = try await subject.line()
        let (bytes, outside) = (relay.counts, subject.counters)
        try await Task.sleep(for: .seconds(seconds))
        let (bytesAfter, outsideAfter) = (relay.counts, subject.counters)
        try subject.say("end")
        let end = try await subject.line()
        guard let memory = IdleMapSubject.Memory(ready), let slept = Int(begin), let sleptAfter = Int(end),
            let outside, let outsideAfter
        else { throw CommandFailure("the measured process said `\(ready)`, `\(begin)`, `\(end)`") }
        let minutes = Double(seconds) / 60
        let up = bytesAfter.up.delivered - bytes.up.delivered
        let down = bytesAfter.down.delivered - bytes.down.delivered
        var record = BenchRecord("idle-map")
        record.set("seconds", seconds)
        record.set("seats", seats)
        record.set("bytes_a_minute", Double(up + down) / minutes)
        record.set("bytes_up_a_minute", Double(up) / minutes)
        record.set("bytes_down_a_minute", Double(down) / minutes)
        // The thread that is told to go on wakes up once for it.
        record.set("wakeups_a_minute", Double(max(0, sleptAfter - slept - 1)) / minutes)
        record.set("wakeups_a_minute_from_outside", Double(outsideAfter.sleeps - outside.sleeps) / minutes)
        record.set("map_bytes", memory.map)
        record.set("hall_bytes", memory.hall)
        record.set("client_bytes", memory.client)
        record.set("process", outsideAfter.record)
        return record
    }
}

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
            included) and as they are seen from outside, less those of the same process before it has a map; memory is what
            its heap holds.
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

    /// What went by in a window of time.
    private struct Window {
        var seconds: Int
        var up: Int
        var down: Int
        /// Counted by the process itself, and seen from outside.
        var sleeps: Int
        var sleepsOutside: Int

        func aMinute(_ count: Int) -> Double { Double(count) * 60 / Double(seconds) }
    }

    private static func measure(
        _ subject: BenchProcess, _ relay: ShapingRelay, seconds: Int, seats: Int
    ) async throws -> BenchRecord {
        _ = try await subject.line()
        let before = try await window(subject, relay, seconds: min(seconds, Limits.benchBaselineSeconds))
        try subject.say("open")
        let told = try await subject.line()
        guard let memory = IdleMapSubject.Memory(told) else {
            throw CommandFailure("the measured process said `\(told)`")
        }
        let with = try await window(subject, relay, seconds: seconds)
        var record = BenchRecord("idle-map")
        record.set("seconds", seconds)
        record.set("seats", seats)
        record.set("bytes_a_minute", with.aMinute(with.up + with.down))
        record.set("bytes_up_a_minute", with.aMinute(with.up))
        record.set("bytes_down_a_minute", with.aMinute(with.down))
        // Swift's thread pool alone wakes up every second once it was used.
        record.set("wakeups_a_minute", with.aMinute(with.sleeps) - before.aMinute(before.sleeps))
        record.set(
            "wakeups_a_minute_from_outside", with.aMinute(with.sleepsOutside) - before.aMinute(before.sleepsOutside))
        record.set("wakeups_a_minute_without_map", before.aMinute(before.sleeps))
        record.set("map_bytes", memory.map)
        record.set("hall_bytes", memory.hall)
        record.set("client_bytes", memory.client)
        if let counters = subject.counters { record.set("process", counters.record) }
        return record
    }

    private static func window(
        _ subject: BenchProcess, _ relay: ShapingRelay, seconds: Int
    ) async throws -> Window {
        // What its first moments leave behind: idle threads of the pool end.
        try await Task.sleep(for: .seconds(Limits.benchSettleSeconds))
        let (slept, bytes, outside) = try await (sleeps(subject), relay.counts, subject.counters?.sleeps ?? 0)
        try await Task.sleep(for: .seconds(seconds))
        let outsideAfter = subject.counters?.sleeps ?? 0
        let (sleptAfter, bytesAfter) = try await (sleeps(subject), relay.counts)
        // The thread that is asked wakes up once for it.
        return Window(
            seconds: seconds, up: bytesAfter.up.delivered - bytes.up.delivered,
            down: bytesAfter.down.delivered - bytes.down.delivered, sleeps: max(0, sleptAfter - slept - 1),
            sleepsOutside: outsideAfter - outside)
    }

    private static func sleeps(_ subject: BenchProcess) async throws -> Int {
        try subject.say("count")
        let line = try await subject.line()
        guard let count = Int(line) else { throw CommandFailure("the measured process said `\(line)`") }
        return count
    }
}

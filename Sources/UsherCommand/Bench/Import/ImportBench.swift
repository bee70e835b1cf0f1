import Foundation
import Usher
import UsherCore

/// `usher bench import`: how long it takes from a file to a show that can be watched.
enum ImportBench {
    static let spec = CommandSpec(
        "bench import", "put halls from files and make a show in each, and measure time and processor time",
        options: [
            OptionSpec("sizes", "LIST", "seats of the halls (default: 1000,10000,100000)")
        ] + BenchCommands.load.filter { !["seconds", "warm", "seats"].contains($0.name) },
        details: """
            One line a hall: reading its file in Usher's own format, PutHall, CreateShow and the first map of the show. The gateway's processor
            time has a grain of 10 ms.
            """
    ) { arguments, console in
        let sizes =
            try FanoutBench.numbers("sizes", arguments, in: 1...Limits.seats) ?? [1_000, 10_000, 100_000]
        let gateway = try await BenchGateway.startOnDisk(arguments, console)
        try await BenchGateway.with(gateway) { gateway, client in
            let folder = try BenchFolder()
            defer { folder.remove() }
            for (number, seats) in sizes.enumerated() {
                let hall = BenchStage.hall("bench-import-\(number)", seats: seats)
                let file = URL(fileURLWithPath: folder.path).appendingPathComponent("\(number).json")
                do {
                    try Data(try JSONLine.hall(hall).utf8).write(to: file)
                } catch let error as CommandFailure {
                    throw error
                } catch {
                    throw CommandFailure("cannot write \(file.path): \(error)")
                }
                console.line(try await measure(file, seats, gateway, client).line)
            }
        }
    }

    private static func measure(
        _ file: URL, _ seats: Int, _ gateway: BenchGateway, _ client: UsherClient
    ) async throws -> BenchRecord {
        var record = BenchRecord("import")
        record.set("seats", seats)
        let begin = BenchSample(gateway, at: 0)
        var begun = ContinuousClock.now
        func lap(_ name: String) {
            let now = ContinuousClock.now
            record.set(name, (now - begun).milliseconds)
            begun = now
        }
        let hall: Hall
        do {
            let data = try Data(contentsOf: file)
            record.set("file_bytes", data.count)
            hall = try Importer.read(data, ImportOptions()).hall
        } catch let error as ImportError {
            throw CommandFailure(error.message)
        } catch {
            throw CommandFailure("cannot read \(file.path): \(error)")
        }
        lap("read_file_ms")
        let kept = try await client.putHall(hall)
        lap("put_hall_ms")
        let starts = SystemTime.now + .hours(2)
        let show = Show(
            showID: "\(kept.hallID)-show", hallID: kept.hallID, title: "Benchmark", startsAt: starts,
            endsAt: starts + .hours(1))
        _ = try await client.createShow(show)
        lap("create_show_ms")
        guard case .snapshot(let snapshot) = try await client.seats(of: show.showID), snapshot.states.count == seats
        else { throw CommandFailure("the show's map has not \(seats) seats") }
        lap("first_map_ms")
        let span = BenchSpan(begin, BenchSample(gateway, at: 0))
        record.set("gateway_cpu_s", span.gatewaySeconds)
        record.set("client_cpu_s", span.generatorSeconds)
        record.set("others_cpu_s", span.otherSeconds)
        record.set("machine", BenchMachine.this.record)
        return record
    }
}

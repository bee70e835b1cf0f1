import Foundation
import Usher
import UsherCore

/// `usher watch SHOW`: the living seat map.
enum WatchCommand {
    static let spec = CommandSpec(
        "watch", "draw a show's living seat map", positionals: [PositionalSpec("SHOW", "the show's id")],
        options: [OptionSpec("seconds", "N", "stop after that long (default: on Ctrl-C)")] + DrawOptions.options + [
            OptionSpec(flag: "json", "print each event of the stream as proto3 JSON, one a line"),
            OptionSpec("epoch", "EPOCH", "with --json: resume after this position"),
            OptionSpec("after", "SEQ", "with --json: resume after this position"),
        ] + ClientOptions.server,
        details: "Without a terminal it prints the map once, then a line for each change."
    ) { arguments, console in
        let showID = arguments.positionals[0]
        let seconds = try arguments.integer("seconds", in: 1...1_000_000)
        let style = try DrawOptions.style(arguments, console)
        let start = Position(
            epoch: arguments["epoch"] ?? "", seq: UInt64(try arguments.integer("after", in: 0...Int.max) ?? 0))
        try await ClientOptions.withClient(arguments, console) { client in
            if arguments.has("json") {
                try await until(seconds) { try await EventPrinter.run(showID, client, from: start, console) }
                return
            }
            let screen = LiveScreen(console, style, show: try await client.show(showID).show)
            await screen.enter()
            do {
                try await until(seconds) {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { try await MapFollower.follow(showID, client, screen) }
                        group.addTask { await MapFollower.refresh(screen) }
                        try await group.next()
                        group.cancelAll()
                    }
                }
            } catch {
                await screen.leave()
                throw error
            }
            await screen.leave()
        }
    }

    /// Runs `body` until a signal comes or the time is over; either is a good end.
    static func until(_ seconds: Int?, _ body: @escaping @Sendable () async throws -> Void) async throws {
        let signals = Signals { exit(1) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                await signals.wait()
                return false
            }
            if let seconds {
                group.addTask {
                    do { try await Task.sleep(for: .seconds(seconds)) } catch { return false }
                    signals.release()
                    return false
                }
            }
            defer {
                group.cancelAll()
                signals.release()
            }
            do {
                _ = try await group.next()
            } catch is CancellationError {
                return
            }
            group.cancelAll()
            signals.release()
            // What the body throws because it was cancelled is no failure.
            while let result = await group.nextResult() { if case .success(true) = result { return } }
        }
    }
}

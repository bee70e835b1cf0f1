import Foundation
import Usher
import UsherHTTP2
import UsherTesting

/// `usher relay`: a bad network between any clients and any gateway.
enum RelayCommand {
    static let spec = CommandSpec(
        "relay", "put a bad network between clients and a gateway, to test apps with",
        options: [
            OptionSpec("to", "ADDR", "the gateway (default: \(Limits.defaultServer))"),
            OptionSpec(
                "listen", "ADDR", "where clients connect: HOST:PORT, port 0 for a free one (default: 127.0.0.1:0)"),
            OptionSpec("rtt", "MS", "the round trip in milliseconds, half of it each way (default: 0)"),
            OptionSpec(
                "rate", "BITS", "bits a second of each direction, shared by all connections (default: no limit)"),
        ],
        details: """
            Prints `listening on ADDR`, and then takes commands from standard input, a line each, and answers each with a
            line: pass, stall, swallow, refuse, `cut reset`, `cut end`, `delay UP DOWN` (milliseconds), `rate BITS`,
            `rate BITS each`, `rate none`, counts. It ends on SIGTERM and SIGINT. It knows nothing of what it carries, TLS
            included, and lets in whoever can reach it.
            """
    ) { arguments, console in
        let text = arguments["listen"] ?? "127.0.0.1:0"
        guard let listen = ListenAddress(text) else { throw UsageError("--listen takes HOST:PORT, not `\(text)`") }
        let server = arguments["to"] ?? Limits.defaultServer
        guard let target = ServerAddress(server) else { throw UsageError("--to takes HOST:PORT, not `\(server)`") }
        let roundTrip = try arguments.integer("rtt", in: 0...120_000) ?? 0
        let rate = try arguments.integer("rate", in: 1_000...1_000_000_000_000)
        let conditions = NetworkConditions(roundTrip: .milliseconds(Int64(roundTrip)), rate: rate)
        let signals = Signals { exit(1) }
        let relay: ShapingRelay
        do throws(TransportError) {
            relay = try ShapingRelay(
                to: target.host, port: target.port, listenHost: listen.host, listenPort: listen.port,
                conditions: conditions)
        } catch {
            throw CommandFailure("cannot \(error)")
        }
        console.line("listening on \(ListenAddress(host: listen.host, port: relay.port))")
        let control = RelayControl(relay)
        let commands = Task {
            let lines = InputLines(FileHandle.standardInput)
            while let line = await lines.next() { console.line(await control.obey(line)) }
        }
        await signals.wait()
        commands.cancel()
        relay.close()
    }
}

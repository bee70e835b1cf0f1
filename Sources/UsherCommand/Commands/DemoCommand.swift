import Foundation
import Usher
import UsherCore
import UsherRPC

/// `usher demo`: a gateway, a hall, buyers and the living map in one command.
enum DemoCommand {
    static let spec = CommandSpec(
        "demo", "serve a sample hall with simulated buyers and draw its living map",
        options: [
            OptionSpec(
                "listen", "ADDR", "HOST:PORT (default: \(Limits.defaultServer), or a free port if that is taken)"),
            OptionSpec("seed", "N", "makes the buyers act the same way again (default: 1)"),
            OptionSpec("seconds", "N", "stop after that long (default: on Ctrl-C)"),
        ] + DrawOptions.options,
        details: """
            All is kept in memory. Other terminals can connect while it runs; the header says how. Without a terminal it
            prints the map at the beginning and at the end, and a line for everything that the buyers do in between.
            """
    ) { arguments, console in
        let seed = try arguments.unsigned("seed") ?? 1
        let seconds = try arguments.integer("seconds", in: 1...1_000_000)
        let style = try DrawOptions.style(arguments, console)
        let server = try await start(try place(arguments))
        guard let address = ServerAddress(server.address.description) else {
            throw CommandFailure("the server listens on `\(server.address)`, which is no address")
        }
        let client = UsherClient(address: address)
        do {
            try await play(client, address, style, seed: seed, seconds: seconds, console)
        } catch let error as UsherError {
            client.close()
            await server.drain()
            throw ClientErrors.failure(error, address)
        }
        client.close()
        await server.drain()
    }

    /// Where to listen if the caller says so; nil leaves it to the demo.
    private static func place(_ arguments: ParsedArguments) throws(UsageError) -> ListenAddress? {
        guard let text = arguments["listen"] else { return nil }
        guard let listen = ListenAddress(text) else {
            throw UsageError("--listen takes HOST:PORT, not `\(text)`", hint: "as \(Limits.defaultServer)")
        }
        guard listen.isLoopback else {
            throw UsageError("the demo listens on this machine alone", hint: "as --listen 127.0.0.1:0")
        }
        return listen
    }

    private static func start(_ place: ListenAddress?) async throws(CommandFailure) -> GatewayServer {
        if let place { return try await GatewayServer.start(place, .memory) }
        let usual = ListenAddress(host: "127.0.0.1", port: 50_051)
        do throws(CommandFailure) {
            return try await GatewayServer.start(usual, .memory)
        } catch {
            return try await GatewayServer.start(ListenAddress(host: "127.0.0.1", port: 0), .memory)
        }
    }

    private static func play(
        _ client: UsherClient, _ address: ServerAddress, _ style: DrawStyle, seed: UInt64, seconds: Int?,
        _ console: Console
    ) async throws {
        let (hall, show) = try await DemoMarket.open(client)
        let headers = headers(address)
        let screen = LiveScreen(console, style, show: show, headers: headers, printsChanges: false)
        try await LiveRun.keep(
            screen, for: seconds,
            [
                { try await MapFollower.follow(client.seatMap(DemoMarket.showID), screen) },
                {
                    await screen.firstMap()
                    var market = DemoMarket(client, hall, screen, seed: seed)
                    try await market.run()
                },
            ])
        await screen.printFrame()
    }

    /// How to take part from another terminal.
    private static func headers(_ address: ServerAddress) -> [String] {
        let named = address.description == Limits.defaultServer ? "" : " --server \(address)"
        return [
            "In another terminal: usher watch demo\(named)",
            "or take part, while simulated buyers look, lock, hesitate, pay and refund:",
            "  usher lock demo C-7 C-8\(named)",
            "  grpcurl -plaintext -d '{\"show_id\":\"demo\"}' \(address) usher.v1.SeatService/WatchSeats",
            "  python3 Examples/python/backend.py --server \(address)",
        ]
    }
}

import Usher

/// The gateway of a benchmark: one that runs already, or a process of its own.
struct BenchGateway: Sendable {
    let address: ServerAddress
    /// nil if it was running already.
    let process: BenchProcess?
    /// Nil if it keeps nothing, or keeps it elsewhere.
    var folder: BenchFolder?
    /// Where it counts what it does, if it is asked to.
    var tally: ServerTally.File?
    /// From its start until it listened.
    var startMilliseconds = 0.0

    /// The one that `--server` names, or a new process that keeps nothing.
    static func start(_ arguments: ParsedArguments) async throws -> BenchGateway {
        if let text = arguments["server"] {
            guard let address = ServerAddress(text) else { throw UsageError("--server takes HOST:PORT, not `\(text)`") }
            return BenchGateway(address: address, process: nil)
        }
        let process = try BenchProcess(["serve", "--listen", "127.0.0.1:0", "--data", ":memory:"])
        return BenchGateway(address: try await listening(process), process: process)
    }

    /// Where a process that was just started listens.
    private static func listening(_ process: BenchProcess) async throws -> ServerAddress {
        let line = try await process.line()
        guard line.hasPrefix("listening on "), let address = ServerAddress(String(line.dropFirst(13))) else {
            await process.end()
            throw CommandFailure("the gateway said `\(line)`")
        }
        return address
    }

    /// A new process that keeps what it is told on disk, as a gateway that sells seats does; its number is told, for
    /// whoever wants to watch it. `options` go to its command line.
    static func startOnDisk(
        _ arguments: ParsedArguments, _ console: Console, _ options: [String] = []
    ) async throws -> BenchGateway {
        _ = DescriptorLimit.raised
        let folder = try arguments["data"] == nil ? BenchFolder() : nil
        let tally = try arguments["counters"].map { try ServerTally.File(library: $0) }
        var words = ["serve", "--listen", "127.0.0.1:0", "--data", arguments["data"] ?? folder?.path ?? ""] + options
        if let loops = try arguments.integer("loops", in: 1...Limits.loops) { words += ["--loops", "\(loops)"] }
        let begun = ContinuousClock.now
        let process = try BenchProcess(words, program: arguments["usher"], environment: tally?.environment ?? [:])
        var gateway = BenchGateway(address: try await listening(process), process: process)
        gateway.folder = folder
        gateway.tally = tally
        gateway.startMilliseconds = (ContinuousClock.now - begun).milliseconds
        console.note("the gateway is process \(process.id)")
        return gateway
    }

    func end() async {
        await process?.end()
        folder?.remove()
        tally?.remove()
    }

    /// Runs `body` with a gateway and a client that goes to it straight, and ends both.
    static func with(
        _ arguments: ParsedArguments, _ body: (BenchGateway, UsherClient) async throws -> Void
    ) async throws {
        try await with(try await start(arguments), body)
    }

    /// The same with a gateway that runs.
    static func with(
        _ gateway: BenchGateway, _ body: (BenchGateway, UsherClient) async throws -> Void
    ) async throws {
        let client = UsherClient(address: gateway.address)
        do {
            try await body(gateway, client)
        } catch {
            client.close()
            await gateway.end()
            if let error = error as? UsherError { throw ClientErrors.failure(error, gateway.address) }
            throw error
        }
        client.close()
        await gateway.end()
    }
}

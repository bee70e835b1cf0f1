import Usher

/// The gateway of a benchmark: one that runs already, or a process of its own.
struct BenchGateway: Sendable {
    let address: ServerAddress
    /// nil if it was running already.
    let process: BenchProcess?

    /// The one that `--server` names, or a new process that keeps nothing.
    static func start(_ arguments: ParsedArguments) async throws -> BenchGateway {
        if let text = arguments["server"] {
            guard let address = ServerAddress(text) else { throw UsageError("--server takes HOST:PORT, not `\(text)`") }
            return BenchGateway(address: address, process: nil)
        }
        let process = try BenchProcess(["serve", "--listen", "127.0.0.1:0", "--data", ":memory:"])
        let line = try await process.line()
        guard line.hasPrefix("listening on "), let address = ServerAddress(String(line.dropFirst(13))) else {
            await process.end()
            throw CommandFailure("the gateway said `\(line)`")
        }
        return BenchGateway(address: address, process: process)
    }

    func end() async { await process?.end() }

    /// Runs `body` with a gateway and a client that goes to it straight, and ends both.
    static func with(
        _ arguments: ParsedArguments, _ body: (BenchGateway, UsherClient) async throws -> Void
    ) async throws {
        let gateway = try await start(arguments)
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

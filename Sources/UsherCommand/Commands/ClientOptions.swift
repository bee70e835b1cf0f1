import Usher
import UsherCore

/// The options of all commands that talk to a gateway, and the way to it.
enum ClientOptions {
    static let json = OptionSpec(flag: "json", "print proto3 JSON, one object a line")
    static let server = [
        OptionSpec("server", "ADDR", "the gateway (default: USHER_SERVER, else \(Limits.defaultServer))")
    ]
    static let requestID = OptionSpec(
        "request-id", "ID", "an id of your own: repeating the command with it does nothing twice")

    static func address(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) -> ServerAddress {
        let told = arguments["server"]
        let text = told ?? console.environment["USHER_SERVER"].flatMap { $0.isEmpty ? nil : $0 } ?? Limits.defaultServer
        guard let address = ServerAddress(text) else {
            throw UsageError(
                "`\(text)` is no address\(told == nil ? " (from USHER_SERVER)" : "")",
                hint: "write HOST:PORT, as \(Limits.defaultServer)")
        }
        return address
    }

    /// Runs `body` with a client of the gateway, and turns its refusals into failures with the reason word.
    static func withClient<Value>(
        _ arguments: ParsedArguments, _ console: Console, _ body: (UsherClient) async throws -> Value
    ) async throws -> Value {
        let address = try address(arguments, console)
        var options = UsherClientOptions()
        options.userAgent = "usher-command/\(Version.text)"
        let client = UsherClient(address: address, options: options)
        defer { client.close() }
        do {
            return try await body(client)
        } catch let error as UsherError {
            throw ClientErrors.failure(error, address)
        }
    }
}

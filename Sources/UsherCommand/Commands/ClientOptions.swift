import Usher
import UsherCore

/// The options of all commands that talk to a gateway, and the way to it.
enum ClientOptions {
    static let json = OptionSpec(flag: "json", "print proto3 JSON, one object a line")
    static let server = [
        OptionSpec(
            "server", "ADDR",
            "the gateway, also as https://HOST:PORT (default: USHER_SERVER, else \(Limits.defaultServer))"),
        OptionSpec(flag: "tls", "speak TLS, as --ca and https:// do"),
        OptionSpec(
            "ca", "FILE", "trust the gateway by these authorities (PEM; default: USHER_CA, else the system's list)"),
        OptionSpec("cert", "FILE", "a client certificate for the gateway (PEM; default: USHER_CERT)"),
        OptionSpec("key", "FILE", "its key (PEM, not encrypted; default: USHER_KEY)"),
        OptionSpec("server-name", "NAME", "the name in the gateway's certificate, if it is not the host of --server"),
    ]
    static let requestID = OptionSpec(
        "request-id", "ID", "an id of your own: repeating the command with it does nothing twice")

    /// Where the gateway is and how it is spoken to.
    struct Target {
        var address: ServerAddress
        var tls: ClientTLSOptions?
    }

    static func target(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) -> Target {
        let told = arguments["server"]
        let text = told ?? variable("USHER_SERVER", console) ?? Limits.defaultServer
        let origin = told == nil ? " (from USHER_SERVER)" : ""
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : nil
        guard scheme == nil || scheme == "https" || scheme == "http" else {
            throw UsageError("`\(text)` begins with neither https:// nor http://\(origin)")
        }
        let place = parts[parts.count - 1]
        guard let address = ServerAddress(String(scheme != nil && place.hasSuffix("/") ? place.dropLast() : place))
        else {
            throw UsageError(
                "`\(text)` is no address\(origin)", hint: "write HOST:PORT, as \(Limits.defaultServer)")
        }
        let tls = try tls(arguments, console, isWanted: scheme == "https")
        guard tls == nil || scheme != "http" else {
            throw UsageError("\(text) is without TLS, for which files or --tls were given", hint: "write https://")
        }
        return Target(address: address, tls: tls)
    }

    /// nil without TLS. The variables alone do not make it: they may be set for another gateway.
    private static func tls(
        _ arguments: ParsedArguments, _ console: Console, isWanted: Bool
    ) throws(UsageError) -> ClientTLSOptions? {
        let asks = ["ca", "cert", "key", "server-name"].contains { arguments[$0] != nil }
        guard isWanted || asks || arguments.has("tls") else { return nil }
        var options = ClientTLSOptions()
        options.authoritiesFile = arguments["ca"] ?? variable("USHER_CA", console)
        options.certificateFile = arguments["cert"] ?? variable("USHER_CERT", console)
        options.keyFile = arguments["key"] ?? variable("USHER_KEY", console)
        options.serverName = arguments["server-name"]
        guard (options.certificateFile == nil) == (options.keyFile == nil) else {
            throw UsageError("--cert and --key go together", hint: "as --cert client.pem --key client.key")
        }
        return options
    }

    private static func variable(_ name: String, _ console: Console) -> String? {
        console.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Runs `body` with a client of the gateway, and turns its refusals into failures with the reason word.
    static func withClient<Value>(
        _ arguments: ParsedArguments, _ console: Console, _ body: (UsherClient) async throws -> Value
    ) async throws -> Value {
        let target = try target(arguments, console)
        var options = UsherClientOptions()
        options.userAgent = "usher-command/\(Version.text)"
        options.tls = target.tls
        let client = UsherClient(address: target.address, options: options)
        defer { client.close() }
        do {
            return try await body(client)
        } catch let error as UsherError {
            throw ClientErrors.failure(error, target.address)
        }
    }
}

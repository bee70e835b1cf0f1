import Usher
import UsherCore

/// The options of all commands that talk to a gateway, and the way to it.
enum ClientOptions {
    static let json = OptionSpec(flag: "json", "print proto3 JSON, one object a line")
    static let server = [
        OptionSpec(
            "server", "ADDR",
            "the gateway, also as https://HOST:PORT; several between commas stand in for each other (default: "
                + "USHER_SERVER, else \(Limits.defaultServer))"),
        OptionSpec(flag: "tls", "speak TLS, as --ca and https:// do"),
        OptionSpec(
            "ca", "FILE", "trust the gateway by these authorities (PEM; default: USHER_CA, else the system's list)"),
        OptionSpec("cert", "FILE", "a client certificate for the gateway (PEM; default: USHER_CERT)"),
        OptionSpec("key", "FILE", "its key (PEM, not encrypted; default: USHER_KEY)"),
        OptionSpec("server-name", "NAME", "the name in the gateway's certificate, if it is not the host of --server"),
    ]
    static let requestID = OptionSpec(
        "request-id", "ID", "an id of your own: repeating the command with it does nothing twice")

    /// Where the gateways are and how they are spoken to.
    struct Target {
        var addresses: [ServerAddress]
        var tls: ClientTLSOptions?
    }

    static func target(_ arguments: ParsedArguments, _ console: Console) throws(UsageError) -> Target {
        let told = arguments["server"]
        let text = told ?? variable("USHER_SERVER", console) ?? Limits.defaultServer
        let origin = told == nil ? " (from USHER_SERVER)" : ""
        var addresses: [ServerAddress] = []
        var schemes: Set<String> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let (scheme, address) = try address(String(part), origin)
            addresses.append(address)
            if let scheme { schemes.insert(scheme) }
        }
        guard schemes.count < 2 else {
            throw UsageError("`\(text)` asks for https:// and for http://\(origin)", hint: "use one for all")
        }
        let tls = try tls(arguments, console, isWanted: schemes.contains("https"))
        guard tls == nil || !schemes.contains("http") else {
            throw UsageError("\(text) is without TLS, for which files or --tls were given", hint: "write https://")
        }
        return Target(addresses: addresses, tls: tls)
    }

    private static func address(
        _ text: String, _ origin: String
    ) throws(UsageError) -> (scheme: String?, ServerAddress) {
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
        return (scheme, address)
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
        let cache = arguments["cache"].map { MapCache(directory: $0) }
        options.cache = cache
        let client = UsherClient(addresses: target.addresses, options: options)
        do {
            let value = try await body(client)
            client.close()
            await cache?.flush()
            return value
        } catch {
            client.close()
            await cache?.flush()
            guard let error = error as? UsherError else { throw error }
            throw ClientErrors.failure(error, target.addresses)
        }
    }
}

import Foundation
import UsherHTTP2
import UsherLedger

/// `usher serve`: the gateway.
enum ServeCommand {
    static let spec = CommandSpec(
        "serve", "run the gateway",
        options: [
            OptionSpec("listen", "ADDR", "HOST:PORT, port 0 for a free one (default: \(Limits.defaultServer))"),
            OptionSpec(
                "data", "DIR", "where halls, shows and sales are kept (default: ./usher-data); :memory: keeps nothing"),
            OptionSpec(
                "max-connection-age", "SPAN",
                "clients are moved to new connections after about so long, so that load spreads (default: never)"),
            OptionSpec(
                "max-connection-age-grace", "SPAN", "what is still open so long after that is cut (default: 5m)"),
            OptionSpec("max-connection-idle", "SPAN", "connections without calls are closed (default: 30m)"),
            OptionSpec("loops", "N", "threads that serve connections (default: one a processor)"),
            OptionSpec(
                "connections-per-address", "N",
                "connections that one IPv4 address or IPv6 /64 may have (default: 4000); raise it behind a proxy"),
            OptionSpec(
                flag: "restored",
                "the data was restored from a backup: every show gets a new epoch, so that readers start over"),
        ] + ServeTLS.options + [
            OptionSpec(
                flag: "insecure",
                "listen beyond this machine although clients need no credentials: neither --client-ca nor others")
        ],
        details: """
            Prints one line `listening on ADDR` on standard output when it is ready. SIGTERM and SIGINT drain: watchers
            are told to come back, health turns NOT_SERVING, calls in flight are finished; a second signal ends at once.
            With TLS, certificates are read again on SIGHUP and within a minute after their files have changed; calls in
            flight go on. A file that cannot be used is reported, and what was read before stays in use.
            """
    ) { arguments, console in
        let text = arguments["listen"] ?? Limits.defaultServer
        guard let listen = ListenAddress(text) else {
            throw UsageError("--listen takes HOST:PORT, not `\(text)`", hint: "as \(Limits.defaultServer), or [::1]:0")
        }
        let tls = try ServeTLS.make(arguments)
        guard listen.isLoopback || tls?.verifiesClients == true || arguments.has("insecure") else {
            let without = tls == nil ? "there is neither TLS nor are there credentials" : "TLS alone keeps nobody out"
            throw UsageError(
                "\(listen) can be reached from other machines, and \(without)",
                hint: "let clients have certificates with --client-ca, listen on 127.0.0.1 or [::1] behind a proxy, or "
                    + "accept it with --insecure")
        }
        let connection = try connectionOptions(arguments)
        let loops = try arguments.integer("loops", in: 1...Limits.loops)
        let perAddress = try arguments.integer("connections-per-address", in: 1...Limits.connectionsPerAddress)
        let data = arguments["data"] ?? "./usher-data"
        guard !data.isEmpty else { throw UsageError("--data needs a directory") }
        let storage: ShowLedger.Storage =
            data == ":memory:" ? .memory : .directory(data, restored: arguments.has("restored"))
        let signals = Signals { exit(1) }
        let server = try await GatewayServer.start(
            listen, storage, loops: loops, tls: tls, connection: connection, connectionsPerAddress: perAddress
        ) { console.note($0) }
        let reloader = tls.map { CertificateReloader($0) { console.note($0) } }
        defer { reloader?.stop() }
        console.line("listening on \(server.address)")
        await signals.wait()
        console.note("draining; another signal ends at once")
        await server.drain()
    }

    private static func connectionOptions(
        _ arguments: ParsedArguments
    ) throws(UsageError) -> ServerConnectionOptions {
        var options = ServerConnectionOptions()
        if let age = try span("max-connection-age", arguments) { options.maxAge = age }
        if let grace = try span("max-connection-age-grace", arguments) { options.maxAgeGrace = grace }
        if let idle = try span("max-connection-idle", arguments) { options.maxIdle = idle }
        return options
    }

    /// In nanoseconds, a second or more.
    private static func span(_ option: String, _ arguments: ParsedArguments) throws(UsageError) -> Int64? {
        guard let span = try ShowOptions.span(option, arguments) else { return nil }
        guard span >= .seconds(1) else { throw UsageError("--\(option) takes a second or more") }
        return span.nanoseconds
    }
}

import UsherCore
import UsherGateway
import UsherHTTP2
import UsherLedger

/// A whole gateway in this process: ledger, fan-out, services and the HTTP/2 server.
final class GatewayServer: Sendable {
    let address: BoundAddress
    private let ledger: ShowLedger
    private let server: HTTP2Server

    private init(ledger: ShowLedger, server: HTTP2Server, address: BoundAddress) {
        self.ledger = ledger
        self.server = server
        self.address = address
    }

    /// Opens the store and listens. Throws a failure that says what to do: the data directory is in use, the port is
    /// taken. `notice` gets a line for whoever runs the server: trouble with the store, and its end.
    static func start(
        _ listen: ListenAddress, _ storage: ShowLedger.Storage, loops: Int? = nil, tls: ServerTLS? = nil,
        connection: ServerConnectionOptions = ServerConnectionOptions(),
        connectionsPerAddress: Int? = nil,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(CommandFailure) -> GatewayServer {
        let fanout = GatewayFanout()
        let ledger = try open(storage, fanout, notice)
        let gateway = Gateway(ledger: ledger, fanout: fanout)
        var options = HTTP2Server.Options(
            loops: loops,
            onDrain: { gateway.drain(reconnectAfter: .milliseconds(Limits.reconnectMilliseconds)) }, tls: tls)
        if let connectionsPerAddress { options.maxConnectionsPerPeer = connectionsPerAddress }
        options.connection = connection
        do {
            let server = try HTTP2Server(
                services: gateway.services, host: listen.host, port: listen.port, options: options)
            let address = try await listening(server)
            return GatewayServer(ledger: ledger, server: server, address: address)
        } catch {
            await ledger.close()
            throw CommandFailure(
                "cannot \(error.operation): \(error.message)",
                lines: ["another server may be running on \(listen); --listen HOST:0 takes a free port"])
        }
    }

    private static func listening(_ server: HTTP2Server) async throws(TransportError) -> BoundAddress {
        do {
            return try await server.start()
        } catch {
            await server.stop()
            throw error
        }
    }

    private static func open(
        _ storage: ShowLedger.Storage, _ fanout: GatewayFanout, _ notice: @escaping @Sendable (String) -> Void
    ) throws(CommandFailure) -> ShowLedger {
        do {
            return try ShowLedger(storage, observer: fanout) {
                switch $0 {
                case .trouble(let error): notice("error: \(error.message)")
                case .servesAgain: notice("the store serves again")
                }
            }
        } catch {
            let advice =
                switch error.kind {
                case .inUse: ["stop the other server, or give this one a directory of its own with --data"]
                case .newerSchema: ["a newer version of usher wrote it: use that one"]
                case .storeAway: ["check that its parent directory exists and can be written"]
                case .damaged, .commitFailed, .tooLate: [String]()
                }
            throw CommandFailure(error.message, lines: advice)
        }
    }

    /// Says goodbye to everybody, waits for the calls in flight, and closes the store.
    func drain() async {
        await server.drain(within: Limits.drainNanoseconds)
        await ledger.close()
    }
}

import UsherRPC

@testable import UsherHTTP2

/// Runs `body` against a server with TLS, on a thread of its own: peers block.
func withTLSServer(
    _ tls: ServerTLS, loops: Int = 2,
    _ body: @escaping @Sendable (TestService, HTTP2Server, UInt16) async throws -> Void
) async throws {
    let service = TestService()
    let server = try HTTP2Server(
        services: [service, WhoService()], host: "127.0.0.1", port: 0, options: .init(loops: loops, tls: tls))
    let address = try await server.start()
    let thread = try Reactor()
    try thread.start()
    let result = await Task(executorPreference: thread) { try await body(service, server, address.port) }.result
    await server.stop()
    await Task.detached { thread.stop() }.value
    try result.get()
}

/// A channel to `localhost` that trusts `authorities`.
func tlsChannel(
    _ port: UInt16, authorities: String, identity: TLSIdentityFiles? = nil, serverName: String? = nil,
    host: String = "localhost"
) throws -> Channel {
    var options = ChannelOptions()
    options.tls = try ClientTLS(authorities: authorities, identity: identity, serverName: serverName)
    return try Channel(host: host, port: port, options: options)
}

import Testing

@testable import UsherCommand

/// Runs commands against one gateway of this process; each gives its code and what it printed.
struct GatewaySession {
    let server: GatewayServer

    static func with(_ body: (GatewaySession) async throws -> Void) async throws {
        let server = try await GatewayServer.start(ListenAddress(host: "127.0.0.1", port: 0), .memory, loops: 1)
        do {
            try await body(GatewaySession(server: server))
        } catch {
            await server.drain()
            throw error
        }
        await server.drain()
    }

    func run(_ arguments: [String], input: String = "") async -> (code: Int32, out: String, error: String) {
        let recorder = RecordingConsole(
            input: input, environment: ["LANG": "C.UTF-8", "USHER_SERVER": server.address.description])
        let code = await UsherCommand.run(arguments, recorder.console)
        return (code, recorder.out, recorder.error)
    }

    /// The token among the lines that a command printed.
    static func token(_ out: String) -> String {
        out.split(separator: "\n").first { $0.hasPrefix("token ") }.map { String($0.dropFirst(6)) } ?? ""
    }
}

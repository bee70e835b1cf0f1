import CSystem
import Synchronization
import UsherRPC

@testable import UsherHTTP2

/// Runs `body` with a channel to `servers` on a loop of its own, whose clock the test moves.
func withChannel(
    _ servers: ScriptedServer..., change: (inout ChannelOptions) -> Void = { _ in },
    _ body: (Channel, Reactor) async throws -> Void
) async throws {
    var options = ChannelOptions()
    options.addressOrder = .asGiven
    options.idleTimeout = nil
    change(&options)
    let reactor = try Reactor()
    try reactor.start()
    let addresses = servers.map { ChannelAddress(host: "127.0.0.1", port: $0.port) }
    let channel = Channel(addresses: addresses, options: options, reactor: reactor)
    defer {
        channel.close()
        reactor.stop()
        for server in servers { server.stop() }
    }
    try await body(channel, reactor)
}

/// What a call with `request` as its only byte is answered.
func ask(_ channel: Channel, _ request: UInt8 = 0, _ options: CallOptions = CallOptions()) async -> String {
    do throws(RPCError) {
        let answer = try await channel.unary("/test.Echo/Say", [request], options: options).message
        return answer.map { "\($0)" }.joined(separator: " ")
    } catch {
        return "\(error.code.name): \(error.message)"
    }
}

/// Answers calls by `id`; a request of 1 is a stream that has begun and stays open.
func serving(_ id: UInt8, _ settings: [(UInt16, UInt32)] = [], ended: Signal? = nil) -> ScriptedServer.Script {
    { peer in
        peer.greet(settings)
        while let (stream, last) = peer.wholeRequest() {
            if last == 1 {
                peer.accept(stream)
                peer.message(stream, [id])
            } else {
                peer.reply(stream, [id])
            }
        }
        ended?.fire()
    }
}

/// A port that lets nobody in and says nothing: its queue of connections is full, and further SYNs are dropped.
final class BlackHole {
    let port: UInt16
    private var descriptors: [Int32] = []

    init() throws {
        var address = usher_address()
        var bound = usher_address()
        _ = usher_parse_address("127.0.0.1", 0, &address)
        let listener = try TransportError.check(usher_listen(&address, 0, 0, &bound), "listen")
        descriptors = [listener]
        port = usher_address_port(&bound)
        // One more than its queue takes; those beyond wait in vain.
        for _ in 0..<4 { descriptors.append(try TransportError.check(usher_connect(&bound), "connect")) }
    }

    deinit {
        for descriptor in descriptors { usher_close(descriptor) }
    }
}

import CSystem
import Synchronization
import UsherRPC

@testable import UsherHTTP2

/// A real channel on a loop turned by hand, against a hostile server. Every call ends, whatever the server does, once it
/// has gone at the latest.
final class ClientRig {
    private let reactor: Reactor
    private let listener: Int32
    private let port: UInt16

    init() throws {
        reactor = try Reactor()
        reactor.adoptThread()
        var address = usher_address()
        var bound = usher_address()
        guard usher_resolve("127.0.0.1", 0, 1, &address, 1) > 0 else {
            throw PropertyFailure(description: "no loopback address")
        }
        listener = try TransportError.check(usher_listen(&address, 64, 0, &bound), "listen")
        port = usher_address_port(&bound)
    }

    deinit {
        usher_close(listener)
    }

    /// What became of the calls of one input.
    private final class Calls: Sendable {
        struct State {
            var running = 0
            var streams: [any ClientStream] = []
            var tasks: [Task<Void, Never>] = []
        }
        let state = Mutex(State())
        var running: Int { state.withLock { $0.running } }
        func began() { state.withLock { $0.running += 1 } }
        func ended() { state.withLock { $0.running -= 1 } }
    }

    func run(_ input: [UInt8]) throws {
        let script = FrameScript(input, as: .server)
        let calls = Calls()
        var channel: Channel? = Channel(host: "127.0.0.1", port: port, reactor: reactor)
        start(on: channel!, calls)
        startDuplex(on: channel!, calls)
        guard let server = accept(patience: 2_000) else {
            throw PropertyFailure(description: "the channel does not connect")
        }
        for step in script.steps {
            switch step {
            case .send(let bytes): send(bytes, server)
            case .turn: turn()
            case .read: _ = server.receive()
            case .poke(let how): poke(how, calls)
            }
        }
        turn()
        _ = server.receive()
        server.close()
        try end(calls)
        channel = nil
        turn()
    }

    private func start(on channel: Channel, _ calls: Calls) {
        for number in UInt8(0)..<2 {
            calls.began()
            let task = Task(executorPreference: reactor) {
                _ = try? await channel.unary("/fuzz.Fuzz/Echo", [number], metadata: Metadata(), options: CallOptions())
                calls.ended()
            }
            calls.state.withLock { $0.tasks.append(task) }
        }
        let stream = channel.serverStream("/fuzz.Fuzz/Pour", [3], metadata: Metadata(), options: CallOptions())
        calls.began()
        let task = Task(executorPreference: reactor) {
            _ = try? await stream.headers()
            do throws(RPCError) {
                while try await stream.next() != nil {}
            } catch {}
            calls.ended()
        }
        calls.state.withLock {
            $0.streams.append(stream)
            $0.tasks.append(task)
        }
    }

    /// One that sends as well, more than the windows take at once.
    private func startDuplex(on channel: Channel, _ calls: Calls) {
        let stream = channel.stream("/fuzz.Fuzz/Chat", reply: .many, metadata: Metadata(), options: CallOptions())
        calls.began()
        let task = Task(executorPreference: reactor) {
            do throws(RPCError) {
                for number in UInt8(0)..<3 {
                    if try await !stream.send([UInt8](repeating: number, count: 40_000)) { break }
                }
                stream.finishSending()
                while try await stream.next() != nil {}
            } catch {}
            calls.ended()
        }
        calls.state.withLock {
            $0.streams.append(stream)
            $0.tasks.append(task)
        }
    }

    private func poke(_ how: UInt8, _ calls: Calls) {
        let (streams, tasks) = calls.state.withLock { ($0.streams, $0.tasks) }
        if how & 1 == 0 {
            streams[Int(how >> 1) % streams.count].cancel()
        } else {
            tasks[Int(how >> 1) % tasks.count].cancel()
        }
        turn()
    }

    private func turn() {
        for _ in 0..<3 { reactor.turn() }
    }

    /// The next connection, if one comes within `patience` milliseconds.
    private func accept(patience: Int) -> SocketEnd? {
        for _ in 0...patience {
            var peer = usher_address()
            let accepted = usher_accept(listener, &peer)
            if accepted >= 0 {
                turn()
                return SocketEnd(accepted)
            }
            reactor.turn(1)
        }
        return nil
    }

    private func send(_ bytes: [UInt8], _ server: SocketEnd) {
        var rest = bytes[...]
        var attempts = 0
        // A client that takes nothing more, because nobody reads, is no fault.
        while !rest.isEmpty, attempts < 50 {
            guard let sent = server.send(rest) else { return }
            rest = rest.dropFirst(sent)
            if sent == 0 {
                attempts += 1
                turn()
                _ = server.receive()
            }
        }
    }

    /// The server is gone, and whoever connects again meets nobody: every call must end.
    private func end(_ calls: Calls) throws {
        for _ in 0..<2_000 where calls.running > 0 {
            reactor.turn(1)
            while let again = accept(patience: 0) { again.close() }
        }
        try require(calls.running == 0, "\(calls.running) calls hang")
    }
}

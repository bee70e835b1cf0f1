import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

/// How calls and connections begin and end.
@Suite("The life of a client's calls and connections", .timeLimit(.minutes(5)))
struct ClientLifeTests {
    private static let second: Int64 = 1_000_000_000

    private func channel(_ server: ScriptedServer) throws -> Channel {
        try ClientFaultTests.channel(server)
    }

    @Test("a deadline ends the call here and resets the stream with CANCEL")
    func deadline() async throws {
        let code = Mutex<Int?>(nil)
        let server = ScriptedServer { peer in
            peer.greet()
            guard let first = peer.request() else { return }
            peer.reply(first, [0])
            guard peer.request() != nil else { return }
            let reset = peer.resetCode()
            code.withLock { $0 = reset }
            guard let stream = peer.request() else { return }
            peer.reply(stream, [1])
            peer.waitForEnd()
        }
        let channel = try channel(server)
        // On a connection that stands the request leaves before the deadline, however slow the machine is.
        #expect(try await channel.unary("/test.Echo/Say", []).message == [0])
        let error = await ClientFaultTests.failure(channel, CallOptions(timeout: 30_000_000))
        #expect(error?.code == .deadlineExceeded)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [1])
        #expect(code.withLock { $0 } == 8)
    }

    @Test("a deadline that has passed already ends the call without hanging")
    func deadlinePassed() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            peer.waitForEnd()
        }
        let channel = try channel(server)
        for timeout in [0, -5, Int64.min] {
            let error = await ClientFaultTests.failure(channel, CallOptions(timeout: timeout))
            #expect(error?.code == .deadlineExceeded)
        }
    }

    @Test("cancelling the task cancels the call")
    func cancelTask() async throws {
        let arrived = Signal()
        let code = Mutex<Int?>(nil)
        let done = Signal()
        let server = ScriptedServer { peer in
            peer.greet()
            guard peer.request() != nil else { return }
            arrived.fire()
            let reset = peer.resetCode()
            code.withLock { $0 = reset }
            done.fire()
        }
        let channel = try channel(server)
        let call = Task { await ClientFaultTests.failure(channel, CallOptions()) }
        await arrived.wait()
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        await done.wait()
        #expect(code.withLock { $0 } == 8)
    }

    @Test("a task that is cancelled before it calls gets CANCELLED")
    func cancelledBefore() async throws {
        let server = ScriptedServer { $0.waitForEnd() }
        let channel = try channel(server)
        let go = Signal()
        let call = Task {
            await go.wait()
            return await ClientFaultTests.failure(channel, CallOptions())
        }
        call.cancel()
        go.fire()
        #expect(await call.value?.code == .cancelled)
    }

    @Test("letting go of a stream cancels it")
    func letGo() async throws {
        let done = Signal()
        let code = Mutex<Int?>(nil)
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.accept(stream)
            peer.message(stream, [1])
            let reset = peer.resetCode()
            code.withLock { $0 = reset }
            done.fire()
        }
        let channel = try channel(server)
        do {
            let stream = channel.serverStream("/test.Echo/Watch", [])
            #expect(try await stream.next() == [1])
        }
        await done.wait()
        #expect(code.withLock { $0 } == 8)
    }

    @Test("after GOAWAY new calls take a new connection, and old streams run to their end")
    func goAway() async throws {
        let proceed = Signal()
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard let stream = peer.request() else { return }
                peer.accept(stream)
                peer.message(stream, [1])
                peer.goAway(last: .max)
                peer.roundTrip()
                proceed.fire()
                peer.goAway(last: stream)
                peer.message(stream, [2])
                peer.trailers(stream)
                peer.waitForEnd()
            },
            { peer in
                peer.greet()
                while let stream = peer.request() { peer.reply(stream, [9]) }
            })
        let channel = try channel(server)
        let stream = channel.serverStream("/test.Echo/Watch", [])
        #expect(try await stream.next() == [1])
        await proceed.wait()
        #expect(try await channel.unary("/test.Echo/Say", []).message == [9])
        #expect(try await stream.next() == [2])
        #expect(try await stream.next() == nil)
        #expect(server.connections == 2)
    }

    @Test("a stream above GOAWAY's last id is sent again without asking")
    func aboveLastID() async throws {
        let server = ScriptedServer(
            { peer in
                peer.greet()
                guard peer.request() != nil else { return }
                peer.goAway(last: 0)
                peer.waitForEnd()
            },
            { peer in
                peer.greet()
                while let stream = peer.request() { peer.reply(stream, [5]) }
            })
        let channel = try channel(server)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [5])
        #expect(server.connections == 2)
    }

    @Test("servers that only say GOAWAY end the call with UNAVAILABLE, after a bounded number of attempts")
    func endlessGoAway() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard peer.request() != nil else { return }
            peer.goAway(last: 0)
            peer.waitForEnd()
        }
        let channel = try channel(server)
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
        #expect(server.connections == Limits.transparentAttempts)
    }

    @Test("a connection that breaks ends its calls with UNAVAILABLE, and the next call connects at once")
    func brokenConnection() async throws {
        let server = ScriptedServer(
            { peer in
                peer.greet()
                _ = peer.request()
                peer.breakOff()
            },
            { peer in
                peer.greet()
                _ = peer.request()
            },
            { peer in
                peer.greet()
                while let stream = peer.request() { peer.reply(stream, [3]) }
            })
        let channel = try channel(server)
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
        #expect(try await channel.unary("/test.Echo/Say", []).message == [3])
    }

    @Test("what a stream brought before its connection broke is not lost")
    func brokenStream() async throws {
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.accept(stream)
            for value in 0..<50 { peer.message(stream, [UInt8(value)]) }
            peer.data(stream, [0, 0, 0])
        }
        let channel = try channel(server)
        let stream = channel.serverStream("/test.Echo/Watch", [])
        var taken: [UInt8] = []
        var ended: RPCError?
        do throws(RPCError) {
            while let message = try await stream.next() { taken += message }
        } catch {
            ended = error
        }
        #expect(taken == Array(0..<50))
        #expect(ended?.code == .unavailable)
    }

    @Test("a port where nobody listens is UNAVAILABLE at once, also during the pause that follows")
    func refusedConnection() async throws {
        let server = ScriptedServer { $0.hangUp() }
        server.stop()
        let channel = try channel(server)
        for _ in 0..<3 {
            let error = await ClientFaultTests.failure(channel, CallOptions())
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("cannot connect") == true)
        }
        let patient = await ClientFaultTests.failure(channel, CallOptions(timeout: 20_000_000, waitsForReady: true))
        #expect(patient?.code == .deadlineExceeded)
    }

    @Test("a caller who paces itself waits through the pause for an attempt of its own")
    func hurried() async throws {
        let server = ScriptedServer { $0.hangUp() }
        let channel = try channel(server)
        let began = ContinuousClock.now
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
        let before = server.connections
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
        // The pause is 0.8 s at least: where a busy machine took longer, another attempt is right.
        if ContinuousClock.now - began < .milliseconds(800) { #expect(server.connections == before) }
        #expect(await ClientFaultTests.failure(channel, CallOptions(hurries: true))?.code == .unavailable)
        #expect(server.connections > before)
    }

    @Test("a name without an address is UNAVAILABLE")
    func unknownName() async throws {
        let channel = try Channel(host: "no-such-host.invalid", port: 1)
        #expect(await ClientFaultTests.failure(channel)?.code == .unavailable)
    }

    @Test("a server that accepts and says nothing is UNAVAILABLE after the connect timeout")
    func silentServer() async throws {
        let server = ScriptedServer { $0.waitForEnd() }
        let channel = try ClientFaultTests.channel(server) { $0.connectTimeout = 30_000_000 }
        let error = await ClientFaultTests.failure(channel, CallOptions())
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("timed out") == true)
    }

    @Test("a deadline that passes before there is a connection says which server did not answer")
    func deadlineWithoutConnection() async throws {
        let server = ScriptedServer { $0.waitForEnd() }
        let error = await ClientFaultTests.failure(try channel(server), CallOptions(timeout: 30_000_000))
        #expect(error?.code == .deadlineExceeded)
        #expect(error?.message.contains("did not answer") == true)
    }

    @Test("a reader who does not pull holds the server's window closed, and loses nothing")
    func flowControl() async throws {
        let full = Signal()
        let pulled = Mutex(false)
        let count = 32
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.accept(stream)
            peer.roundTrip()
            for value in 0..<count {
                while peer.windows[stream]! < 16_384 {
                    peer.roundTrip()
                    // Everything that was sent has arrived, and no window came back.
                    if !pulled.withLock({ $0 }) { full.fire() }
                    guard peer.waitForWindow(stream) else { return }
                    #expect(pulled.withLock { $0 })
                }
                peer.message(stream, [UInt8](repeating: UInt8(value), count: 16_379))
            }
            peer.trailers(stream)
            peer.waitForEnd()
        }
        let channel = try channel(server)
        let stream = channel.serverStream("/test.Echo/Watch", [])
        await full.wait()
        pulled.withLock { $0 = true }
        for value in 0..<count { #expect(try await stream.next()?.last == UInt8(value)) }
        #expect(try await stream.next() == nil)
    }

    @Test("a message larger than the window arrives")
    func largeMessage() async throws {
        let size = 3 << 20
        let server = ScriptedServer { peer in
            peer.greet()
            guard let stream = peer.request() else { return }
            peer.accept(stream)
            peer.roundTrip()
            var rest = [0, UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)][...]
            rest += [UInt8](repeating: 6, count: size)
            while !rest.isEmpty {
                guard peer.waitForWindow(stream), peer.waitForWindow(0) else { return }
                let piece = rest.prefix(min(16_384, peer.windows[stream]!, peer.windows[0]!))
                peer.data(stream, Array(piece))
                rest = rest.dropFirst(piece.count)
            }
            peer.trailers(stream)
            peer.waitForEnd()
        }
        let channel = try channel(server)
        #expect(try await channel.unary("/test.Echo/Say", []).message.count == size)
    }

    @Test("calls beyond the server's limit of streams wait their turn")
    func streamLimit() async throws {
        let server = ScriptedServer { peer in
            peer.greet([(3, 2)])
            while let stream = peer.request() { peer.reply(stream, [UInt8(truncatingIfNeeded: stream)]) }
        }
        let channel = try ClientFaultTests.channel(server) { $0.maxConnections = 1 }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 {
                group.addTask { await ClientFaultTests.failure(channel) == nil }
            }
            for await succeeded in group { #expect(succeeded) }
        }
        #expect(server.connections == 1)
    }

    @Test("closing the channel ends its calls with CANCELLED and refuses new ones")
    func close() async throws {
        let arrived = Signal()
        let server = ScriptedServer { peer in
            peer.greet()
            guard peer.request() != nil else { return }
            arrived.fire()
            peer.waitForEnd()
        }
        let channel = try channel(server)
        let call = Task { await ClientFaultTests.failure(channel, CallOptions()) }
        await arrived.wait()
        channel.close()
        #expect(await call.value?.code == .cancelled)
        #expect(await ClientFaultTests.failure(channel, CallOptions())?.code == .cancelled)
    }
}

import Synchronization
import Testing
import UsherRPC

@testable import UsherHTTP2

/// The client against this project's own server.
@Suite("A client and the server", .timeLimit(.minutes(5)))
struct ClientServerTests {
    /// Says what it hears, counts, holds on.
    private struct Echo: Service {
        let name = "test.Echo"
        let held = Signal()
        let cancelled = Signal()
        let seen = Seen()

        final class Seen: Sendable {
            let calls = Mutex<[ServerCall]>([])
        }

        var methods: [UsherRPC.Method] {
            let (held, cancelled, seen) = (held, cancelled, seen)
            return [
                Method(
                    "Say", maxRequestBytes: 16 << 20,
                    .unary { call, message throws(RPCError) in
                        seen.calls.withLock { $0.append(call) }
                        return message
                    }),
                Method(
                    "Refuse",
                    .unary { call, message throws(RPCError) in
                        var metadata = RetryPushback.wait(milliseconds: 40).metadata
                        for value in call.metadata.binaryValues("x-in-bin") { metadata.addBinary("x-out-bin", value) }
                        throw RPCError(.aborted, "nein, Plätze weg 100 %", details: message, metadata: metadata)
                    }),
                Method(
                    "Count",
                    .streaming { _, requests, replies throws(RPCError) in
                        let count = Int(try await requests.next()?.first ?? 0)
                        for value in 0..<count * 10 {
                            try await replies.send([UInt8](repeating: UInt8(value % 251), count: 1 + value * 7))
                        }
                    }),
                Method(
                    "Chat", maxRequestBytes: 16 << 20,
                    .streaming { _, requests, replies throws(RPCError) in
                        while let message = try await requests.next() { try await replies.send(message) }
                    }),
                Method(
                    "Collect", maxRequestBytes: 16 << 20,
                    .streaming { _, requests, replies throws(RPCError) in
                        var sum: [UInt8] = []
                        while let message = try await requests.next() { sum.append(message.last ?? 0) }
                        try await replies.send(sum)
                    }),
                Method(
                    "Hold",
                    .unary { _, _ throws(RPCError) in
                        held.fire()
                        await withTaskCancellationHandler {
                            await cancelled.wait()
                        } onCancel: {
                            cancelled.fire()
                        }
                        return []
                    }),
                Method(
                    "Stay",
                    .feed { _, _, feed throws(RPCError) in
                        feed.send(FramedMessage([1]))
                    }),
            ]
        }
    }

    private func serve(
        host: String = "127.0.0.1", as name: String? = nil,
        _ body: (Echo, Channel, HTTP2Server) async throws -> Void
    ) async throws {
        let echo = Echo()
        let server = try HTTP2Server(
            services: [echo], host: host, port: 0, options: HTTP2Server.Options(loops: 2))
        let address = try await server.start()
        let channel = try Channel(host: name ?? host, port: address.port)
        do {
            try await body(echo, channel, server)
        } catch {
            channel.close()
            await server.stop()
            throw error
        }
        channel.close()
        await server.stop()
    }

    @Test("1,000 calls one after another use one connection and get their own answers")
    func sequential() async throws {
        try await serve { echo, channel, _ in
            for value in 0..<1_000 {
                let message = [UInt8(value & 255), UInt8(value >> 8)]
                let answer1 = try await channel.unary("/test.Echo/Say", message).message
                #expect(answer1 == message)
            }
            let peers = Set(echo.seen.calls.withLock { $0.map(\.peer) })
            #expect(peers.count == 1)
        }
    }

    @Test("100 calls at once get their own answers")
    func concurrent() async throws {
        try await serve { _, channel, _ in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for value in 0..<100 {
                    group.addTask {
                        let message = [UInt8](repeating: UInt8(value), count: value * 331)
                        return try await channel.unary("/test.Echo/Say", message).message == message
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("8 MiB go there and back")
    func large() async throws {
        try await serve { _, channel, _ in
            let message = (0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let answer2 = try await channel.unary("/test.Echo/Say", message).message
            #expect(answer2 == message)
        }
    }

    @Test("a stream brings every message in order and its end")
    func stream() async throws {
        try await serve { _, channel, _ in
            let stream = channel.serverStream("/test.Echo/Count", [20])
            for value in 0..<200 {
                let expected = [UInt8](repeating: UInt8(value % 251), count: 1 + value * 7)
                let answer3 = try await stream.next()
                #expect(answer3 == expected)
            }
            let answer4 = try await stream.next()
            #expect(answer4 == nil)
            let answer5 = try await stream.next()
            #expect(answer5 == nil)
        }
    }

    @Test("a stream of requests gets its one reply")
    func clientStream() async throws {
        try await serve { _, channel, _ in
            let stream = channel.stream("/test.Echo/Collect", reply: .one)
            for value in 0..<200 { try await stream.send([UInt8](repeating: UInt8(value), count: value * 997 + 1)) }
            let answer9 = try await stream.reply().message
            #expect(answer9 == Array(0..<200))
        }
    }

    @Test("two streams of messages pass each other, whole and in order, however large they are")
    func bidirectional() async throws {
        try await serve { _, channel, _ in
            let stream = channel.stream("/test.Echo/Chat", reply: .many)
            let sender = Task {
                for value in 0..<300 {
                    try await stream.send([UInt8](repeating: UInt8(value % 251), count: value % 10 * 40_000))
                }
                stream.finishSending()
            }
            for value in 0..<300 {
                let expected = [UInt8](repeating: UInt8(value % 251), count: value % 10 * 40_000)
                let answer10 = try await stream.next()
                #expect(answer10 == expected)
            }
            let answer11 = try await stream.next()
            #expect(answer11 == nil)
            try await sender.value
        }
    }

    @Test("a refusal brings code, message, details and metadata, and costs the connection nothing")
    func refusal() async throws {
        try await serve { _, channel, _ in
            var metadata = Metadata()
            for value in [[0, 255, 10], [], [1, 2, 3, 4]] as [[UInt8]] { metadata.addBinary("x-in-bin", value) }
            for _ in 0..<3 {
                do throws(RPCError) {
                    _ = try await channel.unary("/test.Echo/Refuse", [1, 2, 3], metadata: metadata)
                    Issue.record("the call was not refused")
                } catch {
                    #expect(error.code == .aborted)
                    #expect(error.message == "nein, Plätze weg 100 %")
                    #expect(error.details == [1, 2, 3])
                    #expect(RetryPushback(error.metadata) == .wait(milliseconds: 40))
                    #expect(error.metadata.binaryValues("x-out-bin") == [[0, 255, 10], [], [1, 2, 3, 4]])
                }
            }
            let answer6 = try await channel.unary("/test.Echo/Say", [1]).message
            #expect(answer6 == [1])
        }
    }

    @Test("a method that the server does not have is UNIMPLEMENTED")
    func unknownMethod() async throws {
        try await serve { _, channel, _ in
            do throws(RPCError) {
                _ = try await channel.unary("/test.Echo/Nothing", [])
                Issue.record("the call was answered")
            } catch {
                #expect(error.code == .unimplemented)
            }
        }
    }

    @Test("metadata and deadline reach the handler")
    func metadata() async throws {
        try await serve { echo, channel, server in
            var metadata = Metadata()
            metadata.add("x-a", "1")
            metadata.add("x-a", "2")
            metadata.addBinary("x-b-bin", [0, 255])
            let options = CallOptions(timeout: 60_000_000_000)
            _ = try await channel.unary("/test.Echo/Say", [], metadata: metadata, options: options)
            let call = try #require(echo.seen.calls.withLock { $0.first })
            #expect(call.metadata.values("x-a") == ["1", "2"])
            #expect(call.metadata.binaryValues("x-b-bin") == [[0, 255]])
            #expect(call.metadata["user-agent"]?.contains("grpc-usher-swift/") == true)
            let remaining = try #require(call.deadline) - call.loop.now
            #expect((1...60_000_000_000).contains(remaining))
        }
    }

    @Test(
        "metadata that cannot travel is refused here",
        arguments: [("X-Upper", "1"), ("grpc-x", "1"), ("a", "\n"), ("", "1"), ("te", "x")])
    func badMetadata(name: String, value: String) async throws {
        try await serve { _, channel, _ in
            var metadata = Metadata()
            metadata.add(name, value)
            do throws(RPCError) {
                _ = try await channel.unary("/test.Echo/Say", [], metadata: metadata)
                Issue.record("the metadata travelled")
            } catch {
                #expect(error.code == .internal)
            }
        }
    }

    @Test("cancelling a call cancels its handler")
    func cancellation() async throws {
        try await serve { echo, channel, _ in
            let call = Task { () -> RPCError? in
                do throws(RPCError) {
                    _ = try await channel.unary("/test.Echo/Hold", [])
                    return nil
                } catch {
                    return error
                }
            }
            await echo.held.wait()
            call.cancel()
            #expect(await call.value?.code == .cancelled)
            await echo.cancelled.wait()
        }
    }

    @Test("a server that stops in mid-stream ends the stream with UNAVAILABLE")
    func serverStops() async throws {
        try await serve { _, channel, server in
            let stream = channel.serverStream("/test.Echo/Stay", [])
            let answer7 = try await stream.next()
            #expect(answer7 == [1])
            await server.stop()
            do throws(RPCError) {
                _ = try await stream.next()
                Issue.record("the stream went on")
            } catch {
                #expect(error.code == .unavailable)
            }
        }
    }

    @Test("IPv6 and names work", arguments: [("::1", nil), ("127.0.0.1", "localhost")] as [(String, String?)])
    func families(host: String, name: String?) async throws {
        try await serve(host: host, as: name) { _, channel, _ in
            let answer8 = try await channel.unary("/test.Echo/Say", [4]).message
            #expect(answer8 == [4])
        }
    }
}

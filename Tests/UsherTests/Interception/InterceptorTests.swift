import Synchronization
import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("Interceptors", .timeLimit(.minutes(5)))
struct InterceptorTests {
    private static let sale = SaleMessage(saleID: "x").encoded()

    private final class Recorder: ClientInterceptor {
        let name: String
        let lines: Mutex<[String]>
        let log: @Sendable (String) -> Void

        init(_ name: String = "", _ log: @escaping @Sendable (String) -> Void = { _ in }) {
            self.name = name
            self.log = log
            lines = Mutex([])
        }

        func willStart(_ call: inout InterceptedCall) {
            call.metadata.add("x-trace\(name)", "t")
            say("start \(call.attempt)")
        }

        func happened(_ event: CallEvent, to call: InterceptedCall) {
            switch event {
            case .opened: say("opened")
            case .firstMessage: say("first")
            case .ended(let end): say("ended \(end.error?.code.name ?? "OK") \(end.messages) \(end.bytes)")
            }
        }

        private func say(_ line: String) {
            lines.withLock { $0.append(line) }
            log("\(name)\(line)")
        }

        var told: [String] { lines.withLock { $0 } }
    }

    private func client(
        _ transport: ScriptedTransport, _ interceptors: [any ClientInterceptor],
        _ credentials: (any CallCredentials)? = nil
    ) -> UsherClient {
        var options = UsherClientOptions()
        options.interceptors = interceptors
        options.credentials = credentials
        return UsherClient(transport: transport, options: options, runtime: transport.clock.runtime)
    }

    @Test("each attempt of a call is told with its number and its end, and its headers travel")
    func attempts() async throws {
        let transport = ScriptedTransport(answers: [
            .failure(RPCError(.unavailable, "away")), .success(Self.sale),
        ])
        let recorder = Recorder()
        _ = try await client(transport, [recorder]).sale("x")
        #expect(recorder.told == ["start 1", "ended UNAVAILABLE 0 0", "start 2", "ended OK 1 \(Self.sale.count)"])
        #expect(transport.calls.map { $0.metadata["x-trace"] } == ["t", "t"])
        #expect(transport.calls.map { $0.metadata["grpc-previous-rpc-attempts"] } == [nil, "1"])
    }

    @Test("interceptors are asked in their order and told in the opposite one")
    func order() async throws {
        let all = Mutex<[String]>([])
        let log: @Sendable (String) -> Void = { line in all.withLock { $0.append(line) } }
        let transport = ScriptedTransport(answers: [.success([])])
        _ = try await client(transport, [Recorder("a-", log), Recorder("b-", log)]).transport.unary(
            "/a/b", [], metadata: Metadata(), options: CallOptions())
        #expect(all.withLock { $0 } == ["a-start 1", "b-start 1", "b-ended OK 1 0", "a-ended OK 1 0"])
    }

    @Test("a stream is told as opened, with its first message, and with its end, once")
    func streams() async throws {
        let away = RPCError(.unavailable, "away")
        let transport = ScriptedTransport(streams: [
            [.message([1]), .message([2, 3]), .end], [.message([1]), .fail(away)], [.silence],
        ])
        let recorder = Recorder()
        let client = client(transport, [recorder])
        func open() -> any ClientStream {
            client.transport.serverStream("/a/b", [], metadata: Metadata(), options: CallOptions())
        }
        var stream = open()
        while try await stream.next() != nil {}
        stream.cancel()
        stream = open()
        _ = try await stream.next()
        await #expect(throws: away) { _ = try await stream.next() }
        stream = open()
        stream.cancel()
        stream = open()
        _ = try await stream.headers()
        #expect(
            recorder.told == [
                "start 1", "opened", "first", "ended OK 2 3", "start 1", "opened", "first", "ended UNAVAILABLE 1 1",
                "start 1", "ended CANCELLED 0 0", "start 1", "opened",
            ])
    }

    @Test("they see neither the client's tokens nor its own fields, and cannot change those")
    func blind() async throws {
        struct Meddler: ClientInterceptor {
            let seen: @Sendable (Metadata) -> Void
            func willStart(_ call: inout InterceptedCall) {
                seen(call.metadata)
                call.metadata = Metadata()
                call.metadata.add("grpc-previous-rpc-attempts", "77")
            }
        }
        let transport = ScriptedTransport(answers: [
            .failure(RPCError(.unavailable, "away")), .success(Self.sale),
        ])
        transport.clock.hold()
        var options = UsherClientOptions()
        options.credentials = .token("secret")
        options.interceptors = [Meddler { #expect($0.entries.isEmpty) }]
        // Pauses between attempts take no time here.
        let still = transport.clock.runtime
        let runtime = ClientRuntime(now: still.now, sleep: { _ in await Task.yield() }, random: still.random)
        let client = UsherClient(transport: transport, options: options, runtime: runtime)
        _ = try await client.sale("x")
        #expect(transport.calls.map { $0.metadata["authorization"] } == ["Bearer secret", "Bearer secret"])
        #expect(transport.calls.map { $0.metadata["grpc-previous-rpc-attempts"] } == [nil, "1"])
    }

    @Test("a call prints without what looks like a secret")
    func redacted() {
        var metadata = Metadata()
        metadata.add("x-trace", "abc")
        metadata.add("authorization", "Bearer s3cret")
        metadata.add("x-api-key", "s3cret")
        let call = InterceptedCall(id: 4, path: "/a/b", kind: .unary, attempt: 2, metadata: metadata)
        #expect(
            "\(call)"
                == "unary /a/b (call 4, attempt 2) [x-trace: abc, authorization: (hidden), x-api-key: (hidden)]")
    }

    @Test("without interceptors and credentials the transport is used as it is")
    func bare() {
        let transport = ScriptedTransport()
        #expect(UsherClient(transport: transport).transport as? ScriptedTransport === transport)
    }
}

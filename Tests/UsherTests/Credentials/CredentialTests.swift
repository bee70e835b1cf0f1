import Synchronization
import Testing
import UsherCore
import UsherRPC
import UsherWire

@testable import Usher

@Suite("Calls with tokens", .timeLimit(.minutes(5)))
struct CredentialTests {
    private static let refused = RPCError(.unauthenticated, "who are you?")
    private static let sale = SaleMessage(saleID: "x").encoded()

    /// Tokens `1`, `2`, … in the order of the questions.
    private final class Counting: CallCredentials {
        let count = Mutex(0)
        let lifetime: TimeSpan?
        init(lifetime: TimeSpan? = nil) { self.lifetime = lifetime }
        func token() async throws -> CallToken {
            let number = count.withLock { count in
                count += 1
                return count
            }
            await Task.yield()
            return CallToken("\(number)", lifetime: lifetime)
        }
    }

    /// The clock stands: a token is there at once.
    private func client(_ transport: ScriptedTransport, _ credentials: any CallCredentials) -> UsherClient {
        transport.clock.hold()
        var options = UsherClientOptions()
        options.credentials = credentials
        return UsherClient(transport: transport, options: options, runtime: transport.clock.runtime)
    }

    private func tokens(_ transport: ScriptedTransport) -> [String?] {
        transport.calls.map { $0.metadata["authorization"] }
    }

    @Test("every call carries the token, and calls at once ask for it once")
    func once() async throws {
        let transport = ScriptedTransport(answers: Array(repeating: .success(Self.sale), count: 50))
        let credentials = Counting()
        let client = client(transport, credentials)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await client.sale("x") } }
            try await group.waitForAll()
        }
        #expect(tokens(transport) == Array(repeating: "Bearer 1", count: 50))
        #expect(credentials.count.withLock { $0 } == 1)
    }

    @Test("a refused call is sent once more with a new token, and the caller learns nothing of it")
    func refusal() async throws {
        let transport = ScriptedTransport(answers: [.failure(Self.refused), .success(Self.sale)])
        _ = try await client(transport, Counting()).sale("x")
        #expect(tokens(transport) == ["Bearer 1", "Bearer 2"])
        // Neither is the first attempt's failure.
        #expect(transport.calls.map { $0.metadata["grpc-previous-rpc-attempts"] } == [nil, nil])
    }

    @Test("a gateway that refuses the new one as well is believed")
    func refusedTwice() async throws {
        let transport = ScriptedTransport(answers: Array(repeating: .failure(Self.refused), count: 9))
        let client = client(transport, Counting())
        do throws(UsherError) {
            _ = try await client.sale("x")
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .unauthenticated)
        }
        #expect(tokens(transport) == ["Bearer 1", "Bearer 2"])
    }

    @Test("each opening of a stream gets a token, and a refused one another")
    func streams() async throws {
        let event = SeatEvent.heartbeat(seq: 1, serverTime: Timestamp(nanoseconds: 1), showVersion: 1).encoded()
        let transport = ScriptedTransport(streams: [[.fail(Self.refused)], [.message(event), .end]])
        let client = client(transport, Counting())
        let stream = client.transport.serverStream("/a/b", [], metadata: Metadata(), options: CallOptions())
        #expect(try await stream.next() == event)
        #expect(try await stream.next() == nil)
        #expect(tokens(transport) == ["Bearer 1", "Bearer 2"])
    }

    @Test("a stream that had begun is not opened again by itself")
    func begunStream() async throws {
        let transport = ScriptedTransport(streams: [[.message([1]), .fail(Self.refused)], [.message([2])]])
        let stream = client(transport, Counting()).transport.serverStream(
            "/a/b", [], metadata: Metadata(), options: CallOptions())
        #expect(try await stream.next() == [1])
        await #expect(throws: Self.refused) { _ = try await stream.next() }
        #expect(transport.calls.count == 1)
    }

    @Test("letting go of a stream that waits for its token, and cancelling one, opens nothing that lives on")
    func letGo() async throws {
        let transport = ScriptedTransport(streams: [[.silence]])
        let client = client(transport, Counting())
        _ = client.transport.serverStream("/a/b", [], metadata: Metadata(), options: CallOptions())
        let stream = client.transport.serverStream("/a/b", [], metadata: Metadata(), options: CallOptions())
        stream.cancel()
        await #expect(throws: RPCError.self) { _ = try await stream.next() }
        for _ in 0..<1_000 where transport.liveStreams > 0 { await Task.yield() }
        #expect(transport.liveStreams == 0)
    }

    @Test("what the credentials throw is what the call ends with")
    func failures() async throws {
        struct Odd: Error {}
        for (error, code) in [
            (UsherError(.permissionDenied, message: "no") as any Error, StatusCode.permissionDenied),
            (Odd(), .unavailable),
        ] {
            let transport = ScriptedTransport()
            let stream = client(transport, .refreshing { throw error }).transport
            do throws(RPCError) {
                _ = try await stream.unary("/a/b", [], metadata: Metadata(), options: CallOptions())
                Issue.record("the call was answered")
            } catch {
                #expect(error.code == code)
            }
            #expect(transport.calls.isEmpty)
        }
    }

    @Test("credentials that hang cost a call its deadline and no more, and the next call asks again")
    func hanging() async throws {
        let transport = ScriptedTransport(answers: [.success(Self.sale)])
        let asked = Mutex(0)
        let credentials = RefreshingCredentials {
            let count = asked.withLock { count in
                count += 1
                return count
            }
            if count == 1 { try await Task.sleep(for: .seconds(3_600)) }
            return CallToken("late")
        }
        let client = client(transport, credentials)
        // Nobody holds the clock: the patience passes.
        transport.clock.letGo()
        do throws(RPCError) {
            _ = try await client.transport.unary("/a/b", [], metadata: Metadata(), options: CallOptions())
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .unavailable)
            #expect(error.message.contains("no token within 10 s"))
        }
        transport.clock.hold()
        _ = try await client.sale("x")
        #expect(tokens(transport) == ["Bearer late"])
    }

    @Test("a token that no header can carry fails the call and is not shown")
    func oddToken() async throws {
        let transport = ScriptedTransport(answers: [.success(Self.sale)])
        do throws(UsherError) {
            _ = try await client(transport, .token("two words\n")).sale("x")
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .unauthenticated)
            #expect(!error.message.contains("words"))
        }
    }

    @Test("tokens do not leave the machine in the clear unless that is allowed")
    func cleartext() async throws {
        var options = UsherClientOptions()
        options.credentials = .token("t")
        let addresses = ["localhost:1", "127.0.0.1:1", "[::1]:1", "gw.example:1"].compactMap(ServerAddress.init)
        let far = UsherClient(addresses: addresses, options: options)
        do throws(UsherError) {
            _ = try await far.sale("x")
            Issue.record("the call was answered")
        } catch {
            #expect(error.code == .failedPrecondition)
            #expect(error.message.contains("gw.example:1"))
        }
        for address in addresses { #expect(address.isThisMachine == (address.host != "gw.example")) }
        for host in ["127.0.0.1.example", "128.0.0.1", "127.0.0.256", "localhost.example", "::2"] {
            #expect(!ServerAddress(host: host, port: 1).isThisMachine)
        }
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

/// Our client over TLS.
@Suite("A channel with TLS", .timeLimit(.minutes(5))) struct TLSChannelTests {
    private static let echo = "/test.Test/Echo"

    private static func failure(_ channel: Channel) async -> String {
        do throws(RPCError) {
            _ = try await channel.unary(echo, [1])
            return "answered"
        } catch {
            return "\(error.code.name): \(error.message)"
        }
    }

    @Test("calls with small and large messages pass, by name and by address")
    func calls() async throws {
        let authority = try TestAuthority()
        let tls = try ServerTLS(identities: [try authority.issue("server")])
        let file = authority.file
        try await withTLSServer(tls) { _, _, port in
            let large = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 7) }
            for host in ["localhost", "127.0.0.1"] {
                let channel = try tlsChannel(port, authorities: file, host: host)
                var options = CallOptions()
                options.maxReplyBytes = 16 << 20
                #expect(try await channel.unary(Self.echo, large, options: options).message == large)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in UInt8(0)..<100 {
                        group.addTask {
                            let reply = try await channel.unary(Self.echo, [number])
                            #expect(reply.message == [number])
                        }
                    }
                    try await group.waitForAll()
                }
                channel.close()
            }
        }
        withExtendedLifetime(authority) {}
    }

    @Test("a server that cannot be trusted is refused, and the reason names what is wrong")
    func distrust() async throws {
        let authority = try TestAuthority()
        let stranger = try TestAuthority("Stranger")
        let files = (authority.file, stranger.file)
        let good = try ServerTLS(identities: [try authority.issue("server")])
        try await withTLSServer(good) { _, _, port in
            let unknown = try tlsChannel(port, authorities: files.1)
            #expect(
                await Self.failure(unknown) == "UNAVAILABLE: TLS with localhost:\(port) failed: "
                    + "the server's certificate comes from an authority that is not trusted")
            // Asking again would not help: nobody does.
            await #expect {
                _ = try await unknown.unary(Self.echo, [1], options: CallOptions(hurries: true))
            } throws: { error in
                RetryPushback((error as? RPCError)?.metadata ?? Metadata()) == .stop
            }
            let other = try tlsChannel(port, authorities: files.0, serverName: "other.example")
            #expect(
                await Self.failure(other) == "UNAVAILABLE: TLS with other.example:\(port) failed: "
                    + "the server's certificate is for another host")
        }
        let old = try ServerTLS(identities: [try authority.issue("old", seconds: -60)])
        try await withTLSServer(old) { _, _, port in
            let channel = try tlsChannel(port, authorities: files.0)
            #expect(
                await Self.failure(channel)
                    == "UNAVAILABLE: TLS with localhost:\(port) failed: the server's certificate has expired")
        }
        let named = try ServerTLS(identities: [
            try authority.issue("named", names: ["DNS:usher.example", "DNS:*.wild.example"])
        ])
        try await withTLSServer(named) { _, _, port in
            for (name, isRight) in [
                ("usher.example", true), ("usher.example.", true), ("a.wild.example", true),
                ("a.b.wild.example", false), ("wild.example", false),
                ("127.0.0.1", false),
            ] {
                let channel = try tlsChannel(port, authorities: files.0, serverName: name)
                #expect(await (Self.failure(channel) == "answered") == isRight, "\(name)")
            }
        }
        withExtendedLifetime((authority, stranger)) {}
    }

    @Test("a client certificate opens the door; without one the reason says so")
    func identity() async throws {
        let authority = try TestAuthority()
        let stranger = try TestAuthority("Stranger")
        let (till, foreign) = (try authority.issue("till", subject: "till-7", names: []), try stranger.issue("foreign"))
        let file = authority.file
        let tls = try ServerTLS(identities: [try authority.issue("server")], clientAuthorities: authority.file)
        try await withTLSServer(tls) { _, _, port in
            let good = try tlsChannel(port, authorities: file, identity: till)
            let who = try await good.unary("/test.Who/AmI", []).message
            #expect(String(decoding: who, as: UTF8.self) == "O=Lumen,CN=till-7")
            let none = try tlsChannel(port, authorities: file)
            #expect(await Self.failure(none).hasSuffix("failed: the server wants a client certificate"))
            let wrong = try tlsChannel(port, authorities: file, identity: foreign)
            #expect(await Self.failure(wrong).hasSuffix("failed: the server does not trust the client certificate"))
        }
        withExtendedLifetime((authority, stranger)) {}
    }

    @Test("a server without TLS, and one without HTTP/2, are told apart")
    func otherServers() async throws {
        let authority = try TestAuthority()
        let file = authority.file
        try await withServer { _, _, port in
            let channel = try tlsChannel(port, authorities: file)
            #expect(await Self.failure(channel).hasSuffix("failed: the server does not speak TLS"))
        }
        let identity = try authority.issue("server")
        let web = try RawTLSServer(identity, protocols: nil)
        let channel = try tlsChannel(web.port, authorities: file)
        #expect(
            await Self.failure(channel).hasSuffix("failed: the server does not speak HTTP/2 over TLS (ALPN h2)"))
        web.stop()
    }

    @Test("a channel without TLS learns that the port speaks it")
    func cleartextChannel() async throws {
        let authority = try TestAuthority()
        try await withTLSServer(try ServerTLS(identities: [try authority.issue("server")])) { _, _, port in
            let channel = try Channel(host: "127.0.0.1", port: port)
            #expect(
                await Self.failure(channel)
                    == "UNAVAILABLE: the server does not speak HTTP/2 here: HTTP/1.1 400 Bad Request: "
                    + "this port speaks HTTP/2 over TLS")
        }
    }

    @Test("the next connection of a channel resumes the session of the last one")
    func resumption() async throws {
        let authority = try TestAuthority()
        let server = try RawTLSServer(try authority.issue("server"), protocols: ["h2"])
        let channel = try tlsChannel(server.port, authorities: authority.file)
        var options = CallOptions()
        options.waitsForReady = true
        for _ in 0..<3 {
            // The server hangs up on every call.
            do throws(RPCError) { _ = try await channel.unary(Self.echo, [1], options: options) } catch {}
        }
        channel.close()
        server.stop()
        #expect(server.resumed.prefix(3) == [false, true, true])
    }

    @Test("calls go on while certificates are read again, and new connections get the new one")
    func reload() async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue("server", subject: "first")
        let file = authority.file
        let tls = try ServerTLS(identities: [identity])
        try await withTLSServer(tls) { _, _, port in
            let channel = try tlsChannel(port, authorities: file)
            let over = Latch<Void>()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var count = 0
                        while over.isEmpty {
                            let reply = try await channel.unary(Self.echo, [7])
                            #expect(reply.message == [7])
                            count += 1
                        }
                        return count
                    }
                }
                for _ in 0..<20 {
                    try tls.reload()
                    let other = try tlsChannel(port, authorities: file)
                    #expect(try await other.unary(Self.echo, [1]).message == [1])
                    other.close()
                }
                over.put(())
                for try await count in group { #expect(count > 0) }
            }
            channel.close()
        }
        try authority.issue("server", subject: "second")
        #expect(try tls.reloadIfChanged())
        try await withTLSServer(tls) { _, _, port in
            let peer = try TestPeer(port: port, tls: .init())
            #expect(peer.tls?.peerSubject == "second")
        }
    }
}

import COpenSSL
import Glibc
import Testing
import UsherRPC

@testable import UsherHTTP2

/// A server with TLS as other programs meet it.
@Suite("A server with TLS", .timeLimit(.minutes(5))) struct TLSServerTests {
    /// An authority and what it gave; alive as long as its files are needed.
    private struct House: Sendable {
        let authority: TestAuthority
        let identity: TLSIdentityFiles

        init() throws {
            authority = try TestAuthority()
            identity = try authority.issue("server")
        }
    }

    private static func refusal(_ port: UInt16, _ options: RawTLSPeer.Options) -> String {
        do {
            let peer = try TestPeer(port: port, tls: options)
            // TLS 1.3: a client is done before the server has seen its certificate.
            try peer.sync()
            return "accepted"
        } catch {
            return "\(error)"
        }
    }

    @Test("a client that does not ask for h2 is refused with no_application_protocol")
    func protocols() async throws {
        let house = try House()
        try await withTLSServer(try ServerTLS(identities: [house.identity])) { _, _, port in
            for protocols in [nil, ["http/1.1"], ["h2c"], ["h"], ["http/1.1", "h3"]] {
                var options = RawTLSPeer.Options()
                options.protocols = protocols
                #expect(Self.refusal(port, options).hasSuffix("tlsv1 alert no application protocol"))
            }
            for protocols in [["h2"], ["http/1.1", "h2"]] {
                var options = RawTLSPeer.Options()
                options.protocols = protocols
                #expect(Self.refusal(port, options) == "accepted")
            }
        }
    }

    @Test("TLS 1.2 and 1.3 are spoken, older versions are refused")
    func versions() async throws {
        let house = try House()
        try await withTLSServer(try ServerTLS(identities: [house.identity])) { _, _, port in
            for (highest, outcome) in [
                (TLS1_VERSION, "protocol version"), (TLS1_1_VERSION, "protocol version"), (TLS1_2_VERSION, "accepted"),
                (TLS1_3_VERSION, "accepted"),
            ] {
                var options = RawTLSPeer.Options()
                options.highest = highest
                #expect(Self.refusal(port, options).hasSuffix(outcome))
            }
        }
    }

    @Test("whoever speaks without TLS to it, or with TLS to a server without, is told so and cut off")
    func mixedUp() async throws {
        let house = try House()
        try await withTLSServer(try ServerTLS(identities: [house.identity])) { _, _, port in
            for first in ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
                let peer = try TestPeer(port: port, preface: Array(first.utf8))
                let answer = String(decoding: try peer.rest(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.hasSuffix("\r\n\r\nthis port speaks HTTP/2 over TLS\n"))
            }
            let noise = try TestPeer(port: port, preface: [0, 1, 2, 3, 4])
            #expect(try noise.rest().isEmpty)
        }
        try await withServer { _, _, port in
            #expect(Self.refusal(port, RawTLSPeer.Options()) == "handshake: wrong version number")
            // Who looks at the bytes is told in plain words.
            let hello = [22, 3, 1, 1, 0] + [UInt8](repeating: 1, count: 50)
            let told = String(decoding: try TestPeer(port: port, preface: hello).rest(), as: UTF8.self)
            #expect(told.hasSuffix("this port speaks HTTP/2 without TLS"))
        }
    }

    @Test("the certificate is chosen by the name that is asked for")
    func names() async throws {
        let authority = try TestAuthority()
        let tls = try ServerTLS(identities: [
            try authority.issue("first", subject: "first", names: ["DNS:first.example"]),
            try authority.issue("second", subject: "second", names: ["DNS:second.example", "DNS:*.wild.example"]),
        ])
        try await withTLSServer(tls) { _, _, port in
            for (name, subject) in [
                (nil, "first"), ("first.example", "first"), ("second.example", "second"), ("SECOND.example", "second"),
                ("a.wild.example", "second"), ("a.b.wild.example", "first"), ("unknown.example", "first"),
            ] {
                var options = RawTLSPeer.Options()
                options.serverName = name
                let peer = try TestPeer(port: port, tls: options)
                #expect(peer.tls?.peerSubject == subject)
                try peer.sync()
            }
        }
    }

    @Test("large bodies pass both ways through small socket buffers", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func largeBodies(version: Int32) async throws {
        let house = try House()
        try await withTLSServer(try ServerTLS(identities: [house.identity])) { _, _, port in
            var options = RawTLSPeer.Options()
            options.highest = version
            let peer = try TestPeer(port: port, receiveBuffer: 4_096, tls: options)
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
            try peer.openCall(1, "/test.Test/Echo", TestPeer.message(bytes), ends: true)
            #expect(try peer.answer(1).messages == [bytes])
            try peer.sync()
        }
    }

    @Test("a connection that ends in the middle of the handshake leaves nothing behind")
    func abruptEnds() async throws {
        let house = try House()
        try await withTLSServer(try ServerTLS(identities: [house.identity])) { _, server, port in
            // The beginning of a record of a handshake, cut at several places.
            let hello: [UInt8] = [22, 3, 1, 1, 0, 1, 0, 0, 252, 3, 3] + [UInt8](repeating: 7, count: 100)
            for count in [0, 1, 5, 6, 20, hello.count] {
                for breaks in [false, true] {
                    let peer = try TestPeer(port: port, preface: Array(hello.prefix(count)))
                    if breaks { peer.breakOff() } else { peer.hangUp() }
                }
            }
            let other = try TestPeer(port: port, tls: .init())
            try other.call(1, "/test.Test/Echo", [[1]])
            #expect(try other.answer(1).messages == [[1]])
            other.hangUp()
            // Returns only when no connection is left.
            await server.drain(within: 60_000_000_000)
        }
    }

    @Test("a handshake that does not end is cut off at the deadline")
    func halfOpen() async throws {
        let house = try House()
        try await withTLSServer(try ServerTLS(identities: [house.identity]), loops: 1) { _, server, port in
            let silent = try TestPeer(port: port, preface: [])
            let begun = try TestPeer(port: port, preface: [22, 3, 1, 1, 0])
            // Connections are accepted in their order: those two are there.
            let good = try TestPeer(port: port, tls: .init())
            try good.sync()
            let reactor = try #require(server.loops.first as? Reactor)
            await reactor.advance(by: Limits.handshake)
            #expect(try silent.rest().isEmpty)
            #expect(try begun.rest().isEmpty)
            try good.sync()
        }
    }

    @Test("sessions are resumed, also after certificates were read again", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func resumption(version: Int32) async throws {
        let house = try House()
        let tls = try ServerTLS(identities: [house.identity])
        try await withTLSServer(tls) { _, _, port in
            var options = RawTLSPeer.Options()
            options.highest = version
            let first = try TestPeer(port: port, tls: options)
            try first.sync()
            #expect(first.tls?.isResumed == false)
            options.ticket = first.tls?.ticket()
            defer { SSL_SESSION_free(options.ticket) }
            // The loops share what it takes: whichever gets a connection resumes.
            for round in 0..<6 {
                if round == 3 { try tls.reload() }
                let next = try TestPeer(port: port, tls: options)
                try next.sync()
                #expect(next.tls?.isResumed == true, "round \(round)")
            }
        }
    }

    @Test("only clients with a certificate of the right authority get in, and services see whose it is")
    func clientCertificates() async throws {
        let house = try House()
        let stranger = try TestAuthority("Stranger")
        let till = try house.authority.issue(
            "till", subject: "till-7",
            names: [
                "DNS:till-7.lumen.example", "URI:spiffe://lumen.example/till", "email:till@lumen.example", "IP:::1",
            ])
        let old = try house.authority.issue("old", subject: "old", seconds: -60)
        let foreign = try stranger.issue("foreign", subject: "till-7")
        let tls = try ServerTLS(identities: [house.identity], clientAuthorities: house.authority.file)
        #expect(tls.verifiesClients)
        try await withTLSServer(tls) { _, _, port in
            for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
                var options = RawTLSPeer.Options()
                options.highest = version
                let none = Self.refusal(port, options)
                #expect(none.hasSuffix("alert handshake failure") || none.hasSuffix("alert certificate required"))
                (options.certificate, options.key) = (foreign.certificate, foreign.key)
                #expect(Self.refusal(port, options).hasSuffix("alert unknown ca"))
                (options.certificate, options.key) = (old.certificate, old.key)
                #expect(Self.refusal(port, options).hasSuffix("alert certificate expired"))

                (options.certificate, options.key) = (till.certificate, till.key)
                for round in 0..<2 {
                    let peer = try TestPeer(port: port, tls: options)
                    #expect(peer.tls?.isResumed == (round == 1))
                    try peer.call(1, "/test.Who/AmI")
                    let who = try peer.answer(1).messages.first.map { String(decoding: $0, as: UTF8.self) }
                    #expect(
                        who
                            == "O=Lumen,CN=till-7|till-7.lumen.example|spiffe://lumen.example/till|till@lumen.example")
                    if round == 0 { options.ticket = peer.tls?.ticket() }
                }
                SSL_SESSION_free(options.ticket)
            }
        }
    }

    @Test("a session that other authorities verified is not resumed")
    func changedAuthorities() async throws {
        let house = try House()
        let till = try house.authority.issue("till")
        let other = try TestAuthority("Other Authority")
        let place = try house.authority.write("clients.pem", try Self.bytes(house.authority.file))
        let tls = try ServerTLS(identities: [house.identity], clientAuthorities: place)
        let others = try Self.bytes(other.file)
        try await withTLSServer(tls) { _, _, port in
            for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
                var options = RawTLSPeer.Options()
                options.highest = version
                (options.certificate, options.key) = (till.certificate, till.key)
                let first = try TestPeer(port: port, tls: options)
                try first.sync()
                options.ticket = first.tls?.ticket()
                defer { SSL_SESSION_free(options.ticket) }
                try Self.replace(place, others)
                #expect(try tls.reloadIfChanged())
                #expect(Self.refusal(port, options).hasSuffix("alert unknown ca"))
                // Who was in stays in.
                try first.sync()
                try Self.replace(place, try Self.bytes(house.authority.file))
                #expect(try tls.reloadIfChanged())
            }
        }
    }

    private static func bytes(_ path: String) throws -> [UInt8] { try TLSFile(path, "file").bytes }

    private static func replace(_ path: String, _ bytes: [UInt8]) throws {
        let file = try #require(fopen("\(path).new", "w"))
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        #expect(rename("\(path).new", path) == 0)
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

@Suite(.timeLimit(.minutes(5))) struct FeedFramingTests {
    private static func play(_ setting: FeedRig.Setting, identity: TLSIdentityFiles? = nil) async throws
        -> FeedRig.Transcript
    {
        let transcript = Latch<FeedRig.Transcript>()
        var connection = ServerConnectionOptions()
        connection.framesFeeds = setting.isFramed
        var options = HTTP2Server.Options(loops: 1)
        if let identity { options.tls = try ServerTLS(identities: [identity]) }
        try await withServer(connection: connection, options: options) { service, _, port in
            transcript.put(try await FeedRig.play(setting, steps: 40, service, port))
        }
        return await transcript.take()
    }

    /// The first lines that differ; nil if all are the same. What the testing library finds out about two long lists that
    /// are not equal takes it gigabytes.
    private static func difference(_ past: FeedRig.Transcript, _ through: FeedRig.Transcript) -> String? {
        for (line, (one, other)) in zip(past, through).enumerated() where one != other {
            return "line \(line): past \(one), through \(other)"
        }
        return past.count == through.count ? nil : "past has \(past.count) lines, through \(through.count)"
    }

    @Test("feeds get the same frames past nghttp2 as through it, whatever happens around them", arguments: 1...8)
    func same(_ seed: UInt64) async throws {
        let past = try await Self.play(.init(seed: seed))
        let through = try await Self.play(.init(seed: seed, isFramed: false))
        #expect(Self.difference(past, through) == nil, "seed \(seed)")
    }

    @Test("no window is overdrawn, and nothing is lost or told twice, however tight the windows are", arguments: 1...8)
    func tight(_ seed: UInt64) async throws {
        _ = try await Self.play(.init(seed: seed, isRoomy: false))
    }

    @Test("the same holds with TLS", arguments: 1...3)
    func tls(_ seed: UInt64) async throws {
        let authority = try TestAuthority()
        let identity = try authority.issue("server")
        let through = try await Self.play(.init(seed: seed, isFramed: false))
        let past = try await Self.play(.init(seed: seed, usesTLS: true), identity: identity)
        #expect(Self.difference(past, through) == nil, "seed \(seed)")
        _ = try await Self.play(.init(seed: seed, isRoomy: false, usesTLS: true), identity: identity)
    }
}

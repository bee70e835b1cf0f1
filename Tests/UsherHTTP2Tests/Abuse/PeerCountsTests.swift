import CSystem
import Testing

@testable import UsherHTTP2

@Suite struct PeerCountsTests {
    /// The network of a numeric address.
    static func network(_ host: String, exemptsLoopback: Bool = true) throws -> PeerNetwork? {
        var address = usher_address()
        try #require(usher_resolve(host, 1, 0, &address, 1) == 1)
        return PeerNetwork(address, exemptsLoopback: exemptsLoopback)
    }

    @Test("a peer is an IPv4 address, however it is written, or an IPv6 network of 64 bits")
    func networks() throws {
        #expect(try Self.network("192.0.2.1") == Self.network("192.0.2.1"))
        #expect(try Self.network("192.0.2.1") != Self.network("192.0.2.2"))
        #expect(try Self.network("::ffff:192.0.2.1") == Self.network("192.0.2.1"))
        #expect(try Self.network("2001:db8:1:2::1") == Self.network("2001:db8:1:2:ffff::9"))
        #expect(try Self.network("2001:db8:1:2::1") != Self.network("2001:db8:1:3::1"))
        #expect(try Self.network("::2") != Self.network("0.0.0.0"))
    }

    @Test("this machine is no peer", arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func loopback(host: String) throws {
        #expect(try Self.network(host) == nil)
        #expect(try Self.network(host, exemptsLoopback: false) != nil)
    }

    @Test("a peer has its connections and no more, whatever others have, and one that ends makes room")
    func connections() throws {
        var counts = PeerCounts(maxConnections: 2, maxHandshakes: 9)
        let one = try #require(try Self.network("192.0.2.1"))
        let other = try #require(try Self.network("192.0.2.2"))
        let answers = [one, one, one, other].map { counts.admit($0) }
        #expect(answers == [nil, nil, .connections, nil])
        counts.leave(one, isHandshaking: true)
        let again = [one, one].map { counts.admit($0) }
        #expect(again == [nil, .connections])
    }

    @Test("unfinished handshakes have a limit of their own")
    func handshakes() throws {
        var counts = PeerCounts(maxConnections: 100, maxHandshakes: 2)
        let peer = try #require(try Self.network("2001:db8::1"))
        let first = [peer, peer, peer].map { counts.admit($0) }
        counts.finishHandshake(peer)
        let second = [peer, peer].map { counts.admit($0) }
        counts.leave(peer, isHandshaking: true)
        counts.leave(peer, isHandshaking: false)
        let third = [peer, peer].map { counts.admit($0) }
        #expect(first == [nil, nil, .handshakes] && second == [nil, .handshakes] && third == [nil, .handshakes])
    }

    @Test("who has left is forgotten")
    func forgotten() throws {
        var counts = PeerCounts(maxConnections: 9, maxHandshakes: 9)
        for last in 1...50 {
            let peer = try #require(try Self.network("192.0.2.\(last)"))
            _ = counts.admit(peer)
            _ = counts.admit(peer)
            counts.finishHandshake(peer)
            counts.leave(peer, isHandshaking: false)
            counts.leave(peer, isHandshaking: true)
        }
        #expect(counts.peers == 0)
    }
}

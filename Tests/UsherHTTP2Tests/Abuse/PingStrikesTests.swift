import Testing

@testable import UsherHTTP2

struct PingStrikesTests {
    static let second: Int64 = 1_000_000_000
    static let minute = 60 * second
    static let hour = 60 * minute

    /// What happens to a connection, one after another.
    enum Event: Sendable {
        /// So many frames are sent.
        case sent(Int)
        /// A PING so long after the last event.
        case ping(Int64)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var events: [Event]
        var hasStreams = true
        var permits = false
        /// The PING, counted from 1, that is one too many.
        var refused: Int?

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "four at once", events: pings(10, every: 0), refused: 4),
        Case(name: "every 4 min 59 s", events: pings(10, every: 5 * minute - second), refused: 4),
        Case(name: "every 5 min", events: pings(100, every: 5 * minute)),
        Case(name: "every 5 min without streams", events: pings(10, every: 5 * minute), hasStreams: false, refused: 4),
        Case(
            name: "every 5 min without streams, permitted", events: pings(100, every: 5 * minute), hasStreams: false,
            permits: true),
        Case(name: "every 2 h without streams", events: pings(100, every: 2 * hour), hasStreams: false),
        Case(name: "two strikes, then politely: strikes stay", events: pings(3, every: 0) + pings(9, every: hour)),
        Case(
            name: "two strikes, politely, and once more",
            events: pings(3, every: 0) + pings(1, every: hour)
                + pings(1, every: 0), refused: 5),
        Case(
            name: "a frame forgives and pays for one",
            events: pings(3, every: 0) + [.sent(1)] + pings(3, every: 0)
                + [.sent(1)] + pings(3, every: 0)),
        Case(
            name: "a frame pays for one only", events: pings(3, every: 0) + [.sent(1)] + pings(10, every: 0),
            refused: 7),
        Case(
            name: "probes that answer a hundred messages", events: [.sent(100)] + pings(102, every: second),
            refused: nil),
        Case(
            name: "no more than a thousand are saved", events: [.sent(5_000)] + pings(1_010, every: second),
            refused: 1_003),
        Case(
            name: "keepalive of 10 s beside heartbeats of 25 s",
            events: (0..<50).flatMap { _ in [.sent(1)] + pings(3, every: 10 * second) }),
    ]

    static func pings(_ count: Int, every span: Int64) -> [Event] {
        Array(repeating: .ping(span), count: count)
    }

    @Test("PINGs that come too soon are strikes, which what the server sends forgives", arguments: cases)
    func strikes(_ example: Case) {
        var options = ServerConnectionOptions()
        options.permitsPingsWithoutStreams = example.permits
        var strikes = PingStrikes()
        var now: Int64 = 5
        var pings = 0
        var refused: Int?
        for event in example.events where refused == nil {
            switch event {
            case .sent(let count): strikes.framesSent(count)
            case .ping(let span):
                now += span
                pings += 1
                if !strikes.receive(options, now: now, hasStreams: example.hasStreams) { refused = pings }
            }
        }
        #expect(refused == example.refused)
    }
}

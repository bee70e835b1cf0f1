import Testing
import UsherRPC

@testable import UsherHTTP2

struct ConnectionListeningTests {
    static let second: Int64 = 1_000_000_000

    @Test("by its looks alone, a connection hears its peer as often as a stream asks; answers come between looks")
    func looks() {
        let options = ServerConnectionOptions()
        let (start, span, roundTrip) = (1_000 * Self.second, Self.second / 2, 50_000_000 as Int64)
        var life = ConnectionLife(options, now: start, random: 0)
        _ = life.listen(every: span)
        var now = start
        var answer = Int64.max
        var longest: Int64 = 0
        while now < start + 600 * Self.second {
            // What a connection's timer does, and nothing else asks.
            let look = life.nextLook(options, now: now, hasStreams: true, isDraining: false)
            if answer <= look {
                longest = max(longest, answer - life.lastHeard)
                life.heard(now: answer)
                answer = .max
            }
            now = look
            if life.step(options, now: now, hasStreams: true, isDraining: false) == .ping { answer = now + roundTrip }
        }
        #expect(longest == span + roundTrip)
    }
}

import Testing
import UsherRPC

@testable import UsherHTTP2

struct ConnectionLifeTests {
    static let second: Int64 = 1_000_000_000
    static let start: Int64 = 1_000 * second

    /// Asks at every look until something is due: what, and how long after the start.
    func next(
        _ life: inout ConnectionLife, _ options: ServerConnectionOptions, from: Int64 = start, streams: Bool,
        isDraining: Bool = false
    ) -> (ConnectionLife.Step, Int64) {
        var now = from
        for _ in 0..<100_000 {
            let step = life.step(options, now: now, hasStreams: streams, isDraining: isDraining)
            if step != .nothing { return (step, now - Self.start) }
            let look = life.nextLook(options, now: now, hasStreams: streams, isDraining: isDraining)
            if look <= now { break }
            if look == .max { break }
            now = look
        }
        return (.nothing, now - Self.start)
    }

    @Test("a silent peer with streams is pinged after 20 s and given up 80 s later, at the nanosecond")
    func silence() {
        let options = ServerConnectionOptions()
        var life = ConnectionLife(options, now: Self.start, random: 0)
        #expect(next(&life, options, streams: true) == (.ping, 20 * Self.second))
        let asked = Self.start + 20 * Self.second
        #expect(next(&life, options, from: asked, streams: true) == (.giveUp, 100 * Self.second))
    }

    @Test("any byte after the PING keeps the peer, and the next PING is 20 s after the last byte")
    func answers() {
        let options = ServerConnectionOptions()
        var life = ConnectionLife(options, now: Self.start, random: 0)
        var now = Self.start
        for number in Int64(1)..<50 {
            let (step, span) = next(&life, options, from: now, streams: true)
            // Each answer takes 79 s: slow, but in time.
            #expect(step == .ping && span == (20 + (number - 1) * 99) * Self.second)
            now = Self.start + span + 79 * Self.second
            #expect(life.step(options, now: now, hasStreams: true, isDraining: false) == .nothing)
            life.heard(now: now)
        }
    }

    @Test("streams that ask to hear their peer have it pinged after the shortest span that any of them asks for")
    func listening() {
        let options = ServerConnectionOptions()
        var life = ConnectionLife(options, now: Self.start, random: 0)
        // Only a shorter span makes a difference.
        let sooner = [16, 18, 3].map { life.listen(every: $0 * Self.second) }
        #expect(sooner == [true, false, true])
        #expect(next(&life, options, streams: true) == (.ping, 3 * Self.second))
        life.heard(now: Self.start + 3 * Self.second)
        life.stopListening(every: 3 * Self.second)
        #expect(next(&life, options, streams: true) == (.ping, 19 * Self.second))
        life.heard(now: Self.start + 19 * Self.second)
        life.stopListening(every: 16 * Self.second)
        life.stopListening(every: 18 * Self.second)
        #expect(next(&life, options, streams: true) == (.ping, 39 * Self.second))
        // A longer one than the connection's own changes nothing.
        life.heard(now: Self.start + 39 * Self.second)
        _ = life.listen(every: 90 * Self.second)
        #expect(next(&life, options, streams: true) == (.ping, 59 * Self.second))
    }

    @Test(
        "a peer that answers is heard as often as asked for hours; one that stops is given up after the patience of all"
    )
    func cadence() {
        let options = ServerConnectionOptions()
        var life = ConnectionLife(options, now: Self.start, random: 0)
        _ = life.listen(every: Self.second)
        var now = Self.start
        var pings = 0
        while now < Self.start + 3 * 3_600 * Self.second {
            let (step, span) = next(&life, options, from: now, streams: true)
            guard step == .ping else {
                Issue.record("\(step) after \(span)")
                return
            }
            pings += 1
            #expect(Self.start + span - life.lastHeard == Self.second)
            now = Self.start + span + 50_000_000
            life.heard(now: now)
        }
        #expect(pings == 3 * 3_600 * 1_000 / 1_050 + 1)
        #expect(next(&life, options, from: now, streams: true).0 == .ping)
        let last = now
        let (step, span) = next(&life, options, from: now + Self.second, streams: true)
        #expect(step == .giveUp && Self.start + span == last + 81 * Self.second)
    }

    @Test("a connection without streams goes after 30 min, counted from the end of the last stream")
    func idle() {
        let options = ServerConnectionOptions()
        var life = ConnectionLife(options, now: Self.start, random: 0)
        #expect(next(&life, options, streams: false) == (.drain(.maxIdle), 1_800 * Self.second))
        life.streamEnded(now: Self.start + 100 * Self.second)
        #expect(next(&life, options, streams: false) == (.drain(.maxIdle), 1_900 * Self.second))
    }

    @Test("without a limit of idleness a silent peer is pinged after 2 h and given up 20 s later")
    func idleKeepalive() {
        var options = ServerConnectionOptions()
        options.maxIdle = nil
        var life = ConnectionLife(options, now: Self.start, random: 0)
        #expect(next(&life, options, streams: false) == (.ping, 7_200 * Self.second))
        let asked = Self.start + 7_200 * Self.second
        #expect(next(&life, options, from: asked, streams: false) == (.giveUp, 7_220 * Self.second))
    }

    @Test("an age ends within a tenth of its span, by the generator, and its grace exactly")
    func age() {
        var options = ServerConnectionOptions()
        options.maxAge = 1_000 * Self.second
        options.maxAgeGrace = 7 * Self.second
        var generator = SystemRandomNumberGenerator()
        var randoms: [UInt64] = [0, .max, 1 << 63]
        for _ in 0..<200 { randoms.append(generator.next()) }
        for random in randoms {
            var life = ConnectionLife(options, now: Self.start, random: random)
            var now = Self.start
            var step = ConnectionLife.Step.nothing
            // It speaks all the time.
            while step == .nothing {
                now = life.nextLook(options, now: now, hasStreams: true, isDraining: false)
                life.heard(now: now)
                step = life.step(options, now: now, hasStreams: true, isDraining: false)
            }
            #expect(step == .drain(.maxAge))
            let age = now - Self.start
            #expect((900 * Self.second...1_100 * Self.second).contains(age))
            if random == 0 { #expect(age == 900 * Self.second) }
            if random == 1 << 63 { #expect(age == 1_000 * Self.second) }
            #expect(
                next(&life, options, from: now, streams: true, isDraining: true) == (.cut, age + 7 * Self.second))
        }
    }

    @Test("a connection that drains already is not drained for its age or idleness, but still cut after the grace")
    func draining() {
        var options = ServerConnectionOptions()
        options.maxAge = 10 * Self.second
        options.maxAgeGrace = 5 * Self.second
        options.maxIdle = Self.second
        var life = ConnectionLife(options, now: Self.start, random: 1 << 63)
        #expect(next(&life, options, streams: false, isDraining: true) == (.cut, 15 * Self.second))
        options.maxAgeGrace = nil
        life = ConnectionLife(options, now: Self.start, random: 1 << 63)
        #expect(next(&life, options, streams: true, isDraining: true) == (.ping, 20 * Self.second))
    }

    @Test("spans of nothing and of for ever neither spin nor overflow")
    func extremes() {
        var options = ServerConnectionOptions()
        options.maxAge = .max
        options.maxAgeGrace = .max
        options.maxIdle = .max
        options.keepalive = .init(time: .max, timeout: .max)
        options.idleKeepalive = .init(time: 0, timeout: -5)
        var life = ConnectionLife(options, now: Self.start, random: .max)
        #expect(next(&life, options, streams: false) == (.ping, Limits.soonestLook))
        let asked = Self.start + Limits.soonestLook
        #expect(next(&life, options, from: asked, streams: false) == (.giveUp, 2 * Limits.soonestLook))
    }
}

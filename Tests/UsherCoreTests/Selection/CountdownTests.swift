import Testing

@testable import UsherCore

@Suite("A lock's countdown")
struct CountdownTests {
    private static let second: Int64 = 1_000_000_000

    @Test("it counts to zero at the deadline, and never below")
    func toZero() {
        let countdown = Countdown(deadline: 100 * Self.second, now: 40 * Self.second)
        #expect(countdown.remaining(now: 40 * Self.second) == .seconds(60))
        #expect(countdown.remaining(now: 70 * Self.second) == .seconds(30))
        #expect(countdown.remaining(now: 100 * Self.second) == .zero)
        #expect(countdown.remaining(now: 500 * Self.second) == .zero)
        #expect(Countdown(deadline: 0, now: 5).remaining(now: 9) == .zero)
    }

    @Test(
        "a deadline that is known better makes it run faster or slower, never jump, and zero is the deadline",
        arguments: [Int64(-50), -3, 2, 80])
    func corrected(error: Int64) {
        var countdown = Countdown(deadline: 100 * Self.second, now: 0)
        let at = 40 * Self.second
        let before = countdown.remaining(now: at)
        countdown.correct((100 + error) * Self.second, now: at)
        var shown = countdown.remaining(now: at)
        #expect(shown == before)
        let step = Self.second / 10
        var now = at
        while now < (100 + error) * Self.second {
            now += step
            let next = countdown.remaining(now: now)
            #expect(next <= shown)
            // No step is larger than the speed that brings it to zero in time.
            let speed = Double(before.nanoseconds) / Double((60 + error) * Self.second)
            #expect(Double(shown.nanoseconds - next.nanoseconds) <= speed * Double(step) + 1_000)
            shown = next
        }
        #expect(shown == .zero)
    }

    @Test("a deadline that turns out to have passed is zero, and stays so")
    func passed() {
        var countdown = Countdown(deadline: 100 * Self.second, now: 0)
        countdown.correct(30 * Self.second, now: 40 * Self.second)
        #expect(countdown.remaining(now: 40 * Self.second) == .zero)
        countdown.correct(90 * Self.second, now: 50 * Self.second)
        #expect(countdown.remaining(now: 60 * Self.second) == .zero)
    }

    @Test("another deadline may raise it")
    func moved() {
        var countdown = Countdown(deadline: 100 * Self.second, now: 0)
        countdown.move(900 * Self.second, now: 90 * Self.second)
        #expect(countdown.remaining(now: 90 * Self.second) == .seconds(810))
    }

    @Test("absurd deadlines trap nothing")
    func absurd() {
        for deadline in [Int64.min, Int64.max] {
            for now in [Int64.min, 0, Int64.max - 1] {
                var countdown = Countdown(deadline: deadline, now: now)
                #expect(countdown.remaining(now: 1) >= .zero)
                countdown.correct(deadline / 2, now: now)
                #expect(countdown.remaining(now: 2) >= .zero)
                countdown.correct(Int64.max, now: now)
                #expect(countdown.remaining(now: Int64.max) == .zero)
            }
        }
    }

    @Test("the gateway's clock is known to half a round trip, and better by every better answer")
    func clock() throws {
        var clock = ServerClock()
        #expect(clock.offset == nil)
        // The gateway is 1,000 s behind; the round trip took 2 s, and the answer nearly all of it.
        clock.heard(
            Timestamp(nanoseconds: 100 * Self.second), sentAt: 1_100 * Self.second, receivedAt: 1_102 * Self.second)
        #expect(clock.offset == -1_001 * Self.second)
        clock.heard(
            Timestamp(nanoseconds: 110 * Self.second), sentAt: 1_110 * Self.second,
            receivedAt: 1_110 * Self.second + 100_000_000)
        let offset = try #require(clock.offset)
        #expect(abs(offset + 1_000 * Self.second) <= 60_000_000)
        // A worse answer makes nothing worse.
        clock.heard(
            Timestamp(nanoseconds: 124 * Self.second), sentAt: 1_120 * Self.second, receivedAt: 1_130 * Self.second)
        #expect(abs(try #require(clock.offset) + 1_000 * Self.second) <= 70_000_000)
        // Another gateway, or a clock that was set: the newest counts.
        clock.heard(
            Timestamp(nanoseconds: 900 * Self.second), sentAt: 1_140 * Self.second, receivedAt: 1_140 * Self.second)
        #expect(clock.offset == -240 * Self.second)
        #expect(clock.localTime(of: Timestamp(nanoseconds: 1_000 * Self.second)) == 1_240 * Self.second)
    }

    @Test("times at the ends of the range trap nothing", arguments: [Int64.min, .max])
    func extremes(time: Int64) {
        var clock = ServerClock()
        for local in [Int64(0), 1 << 60] {
            clock.heard(Timestamp(nanoseconds: time), sentAt: local, receivedAt: local)
            _ = clock.localTime(of: Timestamp(nanoseconds: ~time))
            clock.heard(Timestamp(nanoseconds: 0), sentAt: 0, receivedAt: local)
            _ = clock.localTime(of: Timestamp(nanoseconds: time))
        }
    }
}

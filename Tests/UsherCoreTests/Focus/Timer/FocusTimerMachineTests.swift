import Testing
import UsherCore

@Suite("A focus timer on a device alone")
struct FocusTimerMachineTests {
    private let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)

    private func device(wallError: TimeSpan = .zero) -> TimerDevice {
        TimerDevice("phone", at: start, wallError: wallError)
    }

    private func remaining(_ device: TimerDevice, _ time: Timestamp) -> TimeSpan? {
        device.machine.remaining(device.now(time))
    }

    @Test("start, pause, resume and finish hold at once, and the time that is left follows from their times")
    func wholeSession() throws {
        var phone = device()
        try phone.start(.minutes(25), at: start)
        #expect(remaining(phone, start) == .minutes(25))
        #expect(remaining(phone, start + .minutes(10)) == .minutes(15))
        try phone.perform(.pause, at: start + .minutes(10))
        #expect(remaining(phone, start + .minutes(50)) == .minutes(15))
        try phone.perform(.resume, at: start + .minutes(60))
        #expect(remaining(phone, start + .minutes(65)) == .minutes(10))
        let done = try phone.perform(.complete, at: start + .minutes(66))
        #expect(done.state == .completed)
        #expect(done.elapsed == .minutes(16))
        #expect(remaining(phone, start + .hours(3)) == .zero)
    }

    @Test("what the table has not is refused and changes nothing")
    func refusals() throws {
        var phone = device()
        for type in [FocusEventType.pause, .resume, .complete, .abandon] {
            #expect(throws: FocusRefusal.self) { try phone.perform(type, at: start) }
        }
        try phone.start(.minutes(25), at: start)
        let before = phone.machine.memory
        #expect(throws: FocusRefusal.self) { try phone.perform(.resume, at: start) }
        #expect(throws: FocusRefusal.self) { try phone.start(.minutes(5), at: start) }
        try phone.perform(.abandon, at: start + .seconds(1))
        #expect(throws: FocusRefusal.self) { try phone.perform(.pause, at: start + .seconds(2)) }
        #expect(throws: FocusRefusal.self) { try phone.start(.zero, at: start + .seconds(2)) }
        #expect(before.pending.count + 1 == phone.machine.memory.pending.count)
    }

    @Test("the end comes by itself, shows 0:00, and is told once")
    func derivedEnd() throws {
        var phone = device()
        let session = try phone.start(.minutes(25), at: start)
        phone.look(start + .minutes(25) - .milliseconds(1))
        #expect(phone.ends.isEmpty)
        #expect(phone.machine.untilNext(phone.now(start + .minutes(24))) == .minutes(1))
        for span in [TimeSpan.minutes(25), .minutes(26), .hours(20)] { phone.look(start + span) }
        #expect(phone.ends == [session.sessionID: 1])
        #expect(remaining(phone, start + .minutes(25)) == .zero)
        #expect(phone.machine.session(phone.now(start + .hours(20)))?.endedAt == start + .minutes(25))
        phone.kill(start + .hours(21))
        #expect(phone.ends == [session.sessionID: 1])
    }

    @Test("an end while the program was gone is told at its next start, and only then")
    func endWhileKilled() throws {
        var phone = device()
        let session = try phone.start(.minutes(25), at: start)
        phone.kill(start + .minutes(3))
        phone.reboot(start + .hours(2))
        phone.kill(start + .hours(3))
        #expect(phone.ends == [session.sessionID: 1])
    }

    @Test("after an early finish or an abandonment no end is told", arguments: [FocusEventType.complete, .abandon])
    func noEnd(type: FocusEventType) throws {
        var phone = device()
        try phone.start(.minutes(25), at: start)
        try phone.perform(type, at: start + .minutes(25) - .milliseconds(1))
        for span in [TimeSpan.minutes(25), .hours(9)] { phone.look(start + span) }
        phone.kill(start + .hours(10))
        #expect(phone.ends.isEmpty)
        #expect(phone.held.isEmpty)
        #expect(phone.shown.isEmpty)
    }

    @Test(
        "whatever the wall clock does, no more than the plan is left, never less than nothing, and no moment twice",
        arguments: 0..<40 as Range<UInt64>)
    func steppingClocks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var phone = device()
        var time = start
        for _ in 0..<60 {
            time = time + .seconds(Int64.random(in: 1...900, using: &generator))
            do throws(FocusRefusal) {
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: phone.wallError = .seconds(Int64.random(in: -90_000...90_000, using: &generator))
                case 1: if Bool.random(using: &generator) { phone.reboot(time) } else { phone.kill(time) }
                case 2, 3: try phone.start(.minutes(25), at: time)
                case 4: try phone.perform(.pause, at: time)
                case 5: try phone.perform(.resume, at: time)
                case 6: try phone.perform(.complete, at: time)
                default: break
                }
            } catch {}
            phone.look(time)
            if let left = remaining(phone, time) { #expect((.zero ... .minutes(25)).contains(left), "seed \(seed)") }
        }
        for record in phone.machine.memory.sessions.values.map(\.record) {
            #expect(record.elapsed(at: time + .hours(100)) <= .minutes(25), "seed \(seed)")
        }
    }

    @Test("within a boot the count goes on over sleep and a wall clock that is set")
    func sleep() throws {
        var phone = device()
        try phone.start(.minutes(25), at: start)
        phone.wallError = .hours(-7)
        #expect(remaining(phone, start + .minutes(20)) == .minutes(5))
        phone.wallError = .hours(7)
        #expect(remaining(phone, start + .minutes(20)) == .minutes(5))
        phone.kill(start + .minutes(21))
        #expect(remaining(phone, start + .minutes(21)) == .minutes(4))
    }

    @Test("events of a device whose clock is wrong get their real times once the gateway is heard")
    func corrected() throws {
        var world = TimerWorld(seed: 1)
        var phone = TimerDevice("phone", at: world.time, wallError: .hours(3))
        var tablet = TimerDevice("tablet", at: world.time)
        let begun = world.time
        try tablet.start(.minutes(5), at: world.time)
        try tablet.perform(.complete, at: world.time + .minutes(1))
        world.time = world.time + .minutes(1)
        world.sync(&tablet)
        try phone.start(.minutes(25), at: begun + .minutes(10))
        world.time = begun + .minutes(20)
        world.sync(&phone)
        let stands = try #require(world.journal.open(at: world.time))
        #expect((stands.startedAt - (begun + .minutes(10))).nanoseconds.magnitude < 100_000_000)
        #expect(phone.rejected.isEmpty)
        #expect(phone.machine.memory.pending.isEmpty)
    }

    @Test("an open-ended session has no end in sight, and is given up after twelve hours")
    func openEnded() throws {
        var phone = device()
        try phone.start(nil, at: start)
        #expect(remaining(phone, start + .hours(11)) == nil)
        #expect(phone.machine.current(phone.now(start + .hours(11)))?.elapsed == .hours(11))
        #expect(phone.machine.current(phone.now(start + .hours(12))) == nil)
        phone.look(start + .hours(13))
        #expect(phone.ends.isEmpty)
        #expect(phone.held.isEmpty)
    }

    @Test("a clock that stands after the end of the session before counts no moment twice")
    func noOverlap() throws {
        var phone = device()
        try phone.start(.minutes(25), at: start)
        try phone.perform(.complete, at: start + .minutes(10))
        phone.wallError = .minutes(-3)
        phone.reboot(start + .minutes(10))
        let next = try phone.start(.minutes(25), at: start + .minutes(11))
        #expect(next.startedAt >= start + .minutes(10))
    }
}

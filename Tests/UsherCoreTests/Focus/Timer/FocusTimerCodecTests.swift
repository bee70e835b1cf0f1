import Testing
import UsherCore

@Suite("What a focus timer remembers, as bytes")
struct FocusTimerCodecTests {
    /// A history with every kind of record.
    static func history() throws -> TimerDevice {
        var world = TimerWorld(seed: 9)
        var (phone, tablet) = (
            TimerDevice("phone", at: world.time, wallError: .minutes(4)), TimerDevice("tablet", at: world.time)
        )
        try phone.start(.minutes(25), at: world.time)
        world.sync(&phone)
        world.sync(&tablet)
        world.time = world.time + .minutes(2)
        try tablet.perform(.pause, at: world.time)
        world.sync(&tablet)
        try phone.perform(.complete, at: world.time)
        world.sync(&phone)
        try phone.perform(.resume, at: world.time)
        world.time = world.time + .hours(2)
        world.sync(&phone)
        try phone.start(nil, at: world.time)
        try phone.perform(.pause, at: world.time + .minutes(1))
        return phone
    }

    @Test("records are read as they were written, and lead to the same memory")
    func roundTrip() throws {
        let phone = try Self.history()
        let read = try #require(FocusTimerCodec.decode(FocusTimerCodec.encode(phone.kept)))
        #expect(read == phone.kept)
        var memory = FocusTimerMemory()
        for record in read { memory.apply(record) }
        #expect(memory == phone.machine.memory)
    }

    @Test("the short form of a memory leads to the same memory")
    func shortForm() throws {
        let phone = try Self.history()
        let bytes = FocusTimerCodec.encode(phone.machine.memory.records)
        var memory = FocusTimerMemory()
        for record in try #require(FocusTimerCodec.decode(bytes)) { memory.apply(record) }
        #expect(memory == phone.machine.memory)
        #expect(FocusTimerMachine(memory, now: phone.now(.init(nanoseconds: 0))).memory.sessions == memory.sessions)
    }

    @Test("bytes that are cut or changed are refused or read, and trap nothing")
    func damage() throws {
        let bytes = FocusTimerCodec.encode(try Self.history().kept)
        var generator = SeededGenerator(seed: 4)
        for cut in bytes.indices {
            var memory = FocusTimerMemory()
            for record in FocusTimerCodec.decode(Array(bytes[..<cut])) ?? [] { memory.apply(record) }
            var changed = bytes
            changed[cut] = UInt8.random(in: 0...255, using: &generator)
            for record in FocusTimerCodec.decode(changed) ?? [] { memory.apply(record) }
            let machine = FocusTimerMachine(
                memory, now: DeviceTime(wall: Timestamp(nanoseconds: .max), steady: .min, boot: "x"))
            _ = machine.session(DeviceTime(wall: Timestamp(nanoseconds: 0), steady: 0, boot: "x"))
            _ = machine.reminders(DeviceTime(wall: Timestamp(nanoseconds: 0), steady: 0, boot: "y"))
        }
    }
}

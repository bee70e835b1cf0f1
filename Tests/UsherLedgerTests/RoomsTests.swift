import Testing
import UsherCore

@testable import UsherLedger

@Suite("Rooms in the ledger")
struct RoomsTests {
    @Test(
        "a room is made once, keeps its hall's revision, and is refused with other content",
        arguments: StoreKind.allCases)
    func creates(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let room = Room(roomID: "R", hallID: "H", name: "Library")
        let early = try await rig.ledger.createRoom(room, tenant: "t")
        #expect(early == .failure(.hallUnknown))
        _ = try await rig.ledger.putHall(Rig.hall(), tenant: "t")
        let made = try await rig.ledger.createRoom(room, tenant: "t").get()
        #expect(made.hallRevision == 1 && made.name == "Library" && made.awayAfter == .seconds(50))
        _ = try await rig.ledger.putHall(Rig.hall(seats: 36), tenant: "t")
        #expect(try await rig.ledger.createRoom(room, tenant: "t") == .success(made))
        var other = room
        other.leaveAfter = .hours(1)
        #expect(try await rig.ledger.createRoom(other, tenant: "t") == .failure(.roomExists))
        #expect(try await rig.ledger.createRoom(room, tenant: "u") == .failure(.hallUnknown))
        other.roomID = ""
        guard case .failure(.fields) = try await rig.ledger.createRoom(other, tenant: "t") else {
            Issue.record("a room without an id was made")
            return
        }
        #expect(try await rig.ledger.follow(Rig.ref("none")).isAccepted == false)
    }

    @Test("answers carry member, token, room and position; followers hear each change", arguments: StoreKind.allCases)
    func answers(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let ref = try await rig.openRoom()
        _ = try await rig.ledger.follow(ref).get()
        let ann = try await rig.join("ann", seat: "1", nickname: "Ann")
        #expect(ann.member.seat == "1" && ann.room.hallID == "H" && ann.position.seq == 1 && ann.position.epoch != "")
        #expect(ann.serverTime == rig.ledger.now)
        let again = try await rig.join("ann")
        #expect(again.device != ann.device && again.position == ann.position)
        let bob = try await rig.join("bob")
        await #expect(throws: Refusal.seatOccupied("1")) { try await rig.run(.takeSeat(bob.device, seat: "1")) }
        #expect(try await rig.run(.takeSeat(bob.device, seat: "2")).member.seat == "2")
        #expect(try await rig.run(.setStatus(bob.device, .resting)).member.status == .resting)
        #expect(try await rig.run(.keepAlive(bob.device)).position.seq == 4)
        let left = try await rig.run(.leave(bob.device))
        #expect(left.member.memberID == "bob" && left.position.seq == 5)
        #expect(try await rig.run(.leave(bob.device)).position.seq == 5)
        await #expect(throws: Refusal.memberUnknown) { try await rig.run(.keepAlive(bob.device)) }
        await #expect(throws: Refusal.memberUnknown) { try await rig.run(.keepAlive(bob.device), in: "none") }
        await #expect(throws: Refusal.roomUnknown) { try await rig.join("ann", in: "none") }
        let heard = rig.observer.room()
        #expect(heard.begun == 1 && heard.gaps == 0 && heard.seq == 5 && heard.changes.map(\.seq) == [1, 2, 3, 4, 5])
        #expect(heard.members.map(\.memberID) == ["ann"])
        #expect(try await rig.read().members == heard.members)
    }

    @Test("five hundred who want fifty seats at once: fifty sit, each in one, and everybody's map agrees")
    func race() async throws {
        let rig = try Rig(.memory)
        let ref = try await rig.openRoom(seats: 50)
        _ = try await rig.ledger.follow(ref).get()
        let ledger = rig.ledger
        let seated = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let join = RoomCommand.join(
                        memberID: "m\(number)", nickname: "", avatar: "", seat: "", deviceID: "", secret: .random())
                    let device = try await ledger.execute(join, in: ref).get().device
                    var seats = 0
                    for seat in 0..<50 where seats == 0 {
                        let take = RoomCommand.takeSeat(device, seat: "\((seat + number) % 50)")
                        if case .success = try await ledger.execute(take, in: ref) { seats += 1 }
                    }
                    return seats
                }
            }
            return try await group.reduce(0, +)
        }
        let members = rig.observer.room().members
        #expect(seated == 50 && members.count == 500 && rig.observer.room().gaps == 0)
        #expect(Set(members.map(\.seat)).subtracting([""]).count == 50)
        #expect(members.count { !$0.seat.isEmpty } == 50)
        #expect(try await rig.read().members == members)
    }

    @Test(
        "a silent device turns away and leaves by the deadlines, never early, at most 250 ms late",
        arguments: StoreKind.allCases)
    func deadlines(kind: StoreKind) async throws {
        let rig = try Rig(kind)
        let ref = try await rig.openRoom(awayAfter: .seconds(10), leaveAfter: .seconds(60))
        _ = try await rig.ledger.follow(ref).get()
        rig.clock.advance(by: .milliseconds(1_101))
        let ann = try await rig.join("ann", seat: "1")
        let heard = ann.serverTime
        try await rig.pass(TimeSpan(nanoseconds: 9_999_999_999))
        #expect(rig.observer.room().seq == 1)
        try await rig.pass(.milliseconds(250))
        #expect(rig.observer.room().members.first?.status == .away)
        // Calls between looks are in time: nobody flaps.
        _ = try await rig.run(.keepAlive(ann.device))
        let again = rig.ledger.now
        #expect(rig.observer.room().seq == 3)
        try await rig.pass(TimeSpan(nanoseconds: 59_999_999_999))
        #expect(rig.observer.room().seq == 4 && rig.observer.room().members.first?.seat == "1")
        try await rig.pass(.milliseconds(250))
        #expect(rig.observer.room().changes.map(\.seq) == [1, 2, 3, 4, 5] && rig.observer.room().members.isEmpty)
        #expect(rig.ledger.now - again <= .milliseconds(60_250) && again > heard)
        await #expect(throws: Refusal.memberUnknown) { try await rig.run(.keepAlive(ann.device)) }
    }

    @Test("a closed ledger hears no sign of life, not even where it needs no thread for it")
    func closedEars() async throws {
        let rig = try Rig(.memory)
        let ref = try await rig.openRoom()
        let ann = try await rig.join("ann", seat: "1")
        _ = try await rig.ledger.hear(ann.device, in: ref).get()
        await rig.ledger.close()
        await #expect(throws: LedgerError.self) { try await rig.ledger.hear(ann.device, in: ref).get() }
    }

    @Test("calls that keep a device alive are heard without the ledger's thread, until it is lost or gone")
    func ears() async throws {
        let rig = try Rig(.memory)
        let ref = try await rig.openRoom()
        _ = try await rig.ledger.follow(ref).get()
        let ann = try await rig.join("ann", seat: "1")
        let bob = try await rig.join("bob")
        for device in [ann.device, bob.device] { _ = try await rig.ledger.hear(device, in: ref).get() }
        #expect(rig.ledger.ears.count == 2)
        // Heard every 40 s, and nobody is away; the last sign counts to the nanosecond.
        for _ in 0..<10 {
            try await rig.pass(.seconds(40))
            for device in [ann.device, bob.device] { _ = try await rig.ledger.hear(device, in: ref).get() }
        }
        #expect(rig.observer.room().seq == 2)
        try await rig.pass(TimeSpan(nanoseconds: 49_999_999_999))
        #expect(rig.observer.room().seq == 2)
        _ = try await rig.ledger.hear(ann.device, in: ref).get()
        try await rig.pass(.seconds(1))
        #expect(rig.observer.room().changes.last?.kind == .updated(MemberUpdate(memberID: "bob", status: .away)))
        #expect(rig.observer.room().seq == 3 && rig.ledger.ears.count == 1)
        // A lost device comes back by its call, and is heard again from then on.
        _ = try await rig.ledger.hear(bob.device, in: ref).get()
        #expect(rig.observer.room().seq == 4 && rig.ledger.ears.count == 2)
        // An AWAY of its own stays.
        _ = try await rig.run(.setStatus(bob.device, .away))
        _ = try await rig.ledger.hear(bob.device, in: ref).get()
        #expect(rig.observer.room().seq == 5 && rig.observer.room().members.last?.status == .away)
        // Who left is heard no more, whoever knew the device; nor is a token with another secret.
        _ = try await rig.run(.leave(ann.device))
        #expect(try await rig.ledger.hear(ann.device, in: ref) == .failure(.memberUnknown))
        let guess = DeviceKey(number: bob.device.number, secret: .random())
        #expect(try await rig.ledger.hear(guess, in: ref) == .failure(.memberUnknown))
        try await rig.pass(.minutes(31))
        #expect(rig.observer.room().members.isEmpty && rig.ledger.ears.count == 0)
    }

    @Test("an open stream is a sign of life, asked for at deadlines only; when it falls silent, its device is lost")
    func pulses() async throws {
        let rig = try Rig(.memory)
        let ref = try await rig.openRoom()
        _ = try await rig.ledger.follow(ref).get()
        let ann = try await rig.join("ann", seat: "1")
        let pulse = ManualPulse(rig.clock)
        _ = try await rig.ledger.attend(ann.device, in: ref, pulse: pulse).get()
        try await rig.pass(.hours(2))
        #expect(rig.observer.room().seq == 1)
        #expect(pulse.asked >= 130 && pulse.asked <= 150, "\(pulse.asked)")
        pulse.fallSilent()
        try await rig.pass(.seconds(49))
        #expect(rig.observer.room().seq == 1)
        try await rig.pass(.seconds(2))
        #expect(rig.observer.room().members.first?.status == .away)
        // Half an hour is not over: the same stream is heard again, and nobody has to call.
        try await rig.pass(.minutes(10))
        pulse.wakeUp()
        try await rig.pass(.seconds(2))
        #expect(rig.observer.room().seq == 3 && rig.observer.room().members.first?.status == .idle)
        // The stream's end is the last sign.
        rig.ledger.unattend(ann.device, in: ref, pulse: pulse)
        try await rig.pass(.seconds(49))
        #expect(rig.observer.room().seq == 3)
        try await rig.pass(.seconds(2))
        #expect(rig.observer.room().seq == 4)
        try await rig.pass(.minutes(30))
        #expect(rig.observer.room().seq == 5 && rig.observer.room().members.isEmpty)
    }

    @Test("an old stream that was never closed does no harm beside the new one, and a device that left holds none")
    func manyStreams() async throws {
        let rig = try Rig(.memory)
        let ref = try await rig.openRoom()
        _ = try await rig.ledger.follow(ref).get()
        let ann = try await rig.join("ann")
        weak var first: ManualPulse?
        var pulses: [ManualPulse] = []
        for _ in 0..<9 {
            let pulse = ManualPulse(rig.clock)
            if first == nil { first = pulse }
            _ = try await rig.ledger.attend(ann.device, in: ref, pulse: pulse).get()
            pulses.append(pulse)
        }
        let last = pulses[8]
        for pulse in pulses.dropLast() { pulse.fallSilent() }
        pulses = []
        #expect(first == nil)
        try await rig.pass(.minutes(5))
        #expect(rig.observer.room().seq == 1 && last.asked > 0)
        // AWAY that the device set ends by a new stream, not by those that are open.
        _ = try await rig.run(.setStatus(ann.device, .away))
        try await rig.pass(.minutes(5))
        #expect(rig.observer.room().members.first?.status == .away)
        let next = ManualPulse(rig.clock)
        #expect(try await rig.ledger.attend(ann.device, in: ref, pulse: next).get().member.status == .idle)
        _ = try await rig.run(.leave(ann.device))
        let asked = last.asked + next.asked
        try await rig.pass(.hours(1))
        #expect(last.asked + next.asked == asked && rig.observer.room().members.isEmpty)
        let dead = try await rig.ledger.attend(ann.device, in: ref, pulse: next)
        guard case .failure(.memberUnknown) = dead else {
            Issue.record("a dead token opened a stream")
            return
        }
    }
}

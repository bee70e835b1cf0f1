import Testing
import UsherCore

@Suite("Who is there: signs of life, AWAY and leaving")
struct PresenceTests {
    static let away = RoomChange.Kind.updated(MemberUpdate(memberID: "ann", status: .away))

    @Test("a lost device turns its member away at its deadline, and is gone at the other, not a moment earlier")
    func deadlines() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        room.now = RoomStage.start + .seconds(50) - TimeSpan(nanoseconds: 1)
        room.look()
        #expect(room.status("ann") == .idle)
        room.now = RoomStage.start + .seconds(50)
        room.look()
        #expect(room.seen(since: 1) == [Self.away] && room.state.member("ann")?.seat == "A1")
        room.now = RoomStage.start + .minutes(30) - TimeSpan(nanoseconds: 1)
        room.look()
        #expect(room.state.seq == 2 && room.state.knows(ann))
        room.now = RoomStage.start + .minutes(30)
        room.look()
        #expect(room.seen(since: 2) == [.left("ann")] && !room.state.knows(ann))
        #expect(room.state.nextSilent(now: room.now + .hours(9)) == nil)
    }

    @Test("who returns in time is updated once: seat, status and focus are what they were")
    func returns() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        room.run(.setStatus(ann, .focusing))
        let started = room.now
        room.pass(.minutes(5))
        #expect(room.status("ann") == .away)
        // Since when they focus stays visible.
        #expect(room.state.member("ann")?.focusStartedAt == started)
        let seq = room.state.seq
        for _ in 0..<3 { room.run(.keepAlive(ann)) }
        #expect(room.seen(since: seq) == [.updated(MemberUpdate(memberID: "ann", status: .focusing))])
        #expect(room.state.member("ann")?.seat == "A1" && room.state.member("ann")?.focusStartedAt == started)
        room.pass(.seconds(49))
        #expect(room.status("ann") == .focusing)
        room.pass(.seconds(1))
        #expect(room.status("ann") == .away)
    }

    @Test("taking a seat on return is one change with both")
    func returnsToSeat() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        room.pass(.minutes(1))
        room.run(.takeSeat(ann, seat: "A2"))
        #expect(room.seen(since: 2) == [.updated(MemberUpdate(memberID: "ann", seat: "A2", status: .idle))])
        room.pass(.minutes(1))
        try room.join("ann", nickname: "Ann")
        #expect(room.seen(since: 4) == [.updated(MemberUpdate(memberID: "ann", status: .idle, nickname: "Ann"))])
    }

    @Test("a refused call is a sign of life and changes nothing; the next accepted one is the return")
    func refusedCalls() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        room.pass(.minutes(20))
        let bob = try room.join("bob", seat: "A2")
        let seq = room.state.seq
        #expect(throws: Refusal.seatOccupied("A2")) { try room.run(.takeSeat(ann, seat: "A2")).get() }
        #expect(room.state.seq == seq && room.status("ann") == .away)
        for _ in 0..<45 {
            room.pass(.seconds(40))
            room.run(.keepAlive(bob))
        }
        #expect(room.seen(since: seq) == [.left("ann")])
        let left = room.log.last?.at ?? room.now
        #expect(left - RoomStage.start == .minutes(50))
    }

    @Test("an AWAY that the device set itself ends by what says so, not by a sign of life")
    func ownAway() throws {
        var room = RoomStage()
        let ann = try room.join("ann", deviceID: "phone")
        let returned = RoomChange.Kind.updated(MemberUpdate(memberID: "ann", status: .idle))
        let returning: [RoomCommand] = [
            .setStatus(ann, .idle), .attend(ann),
            .join(memberID: "ann", nickname: "", avatar: "", seat: "", deviceID: "phone", secret: room.secret()),
            .join(memberID: "ann", nickname: "", avatar: "", seat: "", deviceID: "desk", secret: room.secret()),
        ]
        for command in returning {
            let seq = room.state.seq
            room.run(.setStatus(ann, .away))
            #expect(room.seen(since: seq) == [Self.away])
            room.run(.setStatus(ann, .away))
            room.run(.keepAlive(ann))
            room.run(.leaveSeat(ann, seat: ""))
            #expect(room.state.seq == seq + 1)
            room.run(command)
            #expect(room.seen(since: seq + 1) == [returned], "\(command)")
        }
        // The desk came last and is there: the phone alone takes nobody away.
        let seq = room.state.seq
        room.run(.setStatus(ann, .away))
        #expect(room.state.seq == seq)
        var other = RoomStage()
        let key = try other.join("ann")
        other.run(.setStatus(key, .away))
        other.run(.takeSeat(key, seat: "A1"))
        #expect(other.seen(since: 2) == [.updated(MemberUpdate(memberID: "ann", seat: "A1", status: .idle))])
    }

    @Test("a member is AWAY when all their devices are lost or say so, and there again with the first that is")
    func severalDevices() throws {
        var room = RoomStage()
        let phone = try room.join("ann")
        let desk = try room.join("ann")
        room.run(.setStatus(phone, .away))
        #expect(room.state.seq == 1)
        room.pass(.seconds(50))
        #expect(room.seen(since: 1) == [Self.away])
        // The phone lives, and said AWAY.
        room.run(.keepAlive(phone))
        #expect(room.state.seq == 2)
        room.run(.keepAlive(desk))
        #expect(room.status("ann") == .idle && room.state.seq == 3)
        // The desk leaves: only the phone is left, and it is away.
        room.run(.leave(desk))
        #expect(room.seen(since: 3) == [Self.away])
        room.run(.setStatus(phone, .resting))
        #expect(room.status("ann") == .resting)
    }

    @Test("a lost device goes for good while its member stays by another")
    func oneDeviceGoes() throws {
        var room = RoomStage()
        let phone = try room.join("ann", seat: "A1")
        let desk = try room.join("ann")
        for _ in 0..<60 {
            room.pass(.seconds(30))
            room.run(.keepAlive(desk))
        }
        #expect(room.state.seq == 1 && !room.state.knows(phone) && room.state.knows(desk))
        #expect(
            room.log.last
                == RoomRecord(
                    index: 3, at: RoomStage.start + .minutes(30), fact: .deviceEnded(phone.number)))
    }

    @Test("an open stream keeps its device there without a word")
    func streams() throws {
        var room = RoomStage()
        let ann = try room.join("ann")
        room.streams = [ann.number]
        room.pass(.hours(2))
        #expect(room.state.seq == 1)
        room.streams = []
        room.state.hear(ann.number, at: room.now)
        let quiet = room.now
        room.pass(.minutes(1))
        #expect(room.status("ann") == .away)
        let at = room.log.last?.at ?? room.now
        #expect(at - quiet >= .seconds(50) && at - quiet <= .milliseconds(50_250))
        // The same stream is heard again: a return, though nobody called.
        room.commit(room.state.returning(ann.number))
        room.state.hear(ann.number, at: room.now)
        #expect(room.status("ann") == .idle && room.state.seq == 3)
        #expect(room.state.returning(ann.number).isEmpty)
    }

    @Test("after a start all devices count as heard then; who was AWAY stays so until they are heard")
    func restart() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        let bob = try room.join("bob")
        room.pass(.seconds(30))
        room.run(.keepAlive(bob))
        room.pass(.seconds(30))
        #expect(room.status("ann") == .away && room.status("bob") == .idle)
        let image = room.state.image
        let start = room.now + .hours(5)
        var later = room
        later.state = RoomState(room: room.state.room, hall: room.state.hall, epoch: "e", image: image)
        later.state.restart(heardAt: start)
        later.now = start
        later.look()
        #expect(later.state.image == image)
        // Nobody else comes to hear of it.
        later.run(.keepAlive(bob))
        #expect(later.state.seq == room.state.seq)
        later.pass(.seconds(49))
        later.run(.keepAlive(bob))
        later.run(.keepAlive(ann))
        #expect(later.seen(since: room.state.seq) == [.updated(MemberUpdate(memberID: "ann", status: .idle))])
        later.pass(.minutes(30))
        #expect(later.state.members.isEmpty)
        let silent = later.log.last?.at ?? start
        #expect(silent - start == .seconds(49 + 30 * 60))
    }

    @Test("where leave_after is the shorter one, nobody is AWAY first")
    func leaveFirst() throws {
        var room = RoomStage(awayAfter: .seconds(50), leaveAfter: .seconds(10))
        try room.join("ann")
        room.pass(.seconds(10))
        #expect(room.seen(since: 1) == [.left("ann")])
    }

    // MARK: Focus sessions

    @Test("a session shows its member focusing, resting and idle, and changes nothing of who is not there")
    func sessions() throws {
        var room = RoomStage()
        try room.join("ann")
        let started = room.now - .minutes(3)
        #expect(room.state.focus(.resting, of: "bob").isEmpty)
        room.commit(room.state.focus(.focusing(startedAt: started, planned: .minutes(25)), of: "ann"))
        #expect(
            room.seen(since: 1) == [
                .updated(
                    MemberUpdate(
                        memberID: "ann", status: .focusing, focusStartedAt: started, planned: .minutes(25)))
            ])
        #expect(room.state.focus(.focusing(startedAt: started, planned: .minutes(25)), of: "ann").isEmpty)
        room.commit(room.state.focus(.resting, of: "ann"))
        #expect(room.status("ann") == .resting && room.state.member("ann")?.planned == nil)
        room.commit(room.state.focus(.idle, of: "ann"))
        #expect(room.seen(since: 3) == [.updated(MemberUpdate(memberID: "ann", status: .idle))])
    }

    @Test("a session is no sign of life: who is AWAY comes back to what it left them")
    func sessionsWhileAway() throws {
        var room = RoomStage()
        let ann = try room.join("ann")
        room.pass(.minutes(1))
        let started = room.now
        room.commit(room.state.focus(.focusing(startedAt: started, planned: nil), of: "ann"))
        #expect(
            room.seen(since: 2) == [.updated(MemberUpdate(memberID: "ann", focusStartedAt: started))])
        room.commit(room.state.focus(.resting, of: "ann"))
        room.commit(room.state.focus(.idle, of: "ann"))
        room.commit(room.state.focus(.resting, of: "ann"))
        #expect(room.status("ann") == .away && room.state.seq == 4)
        room.run(.keepAlive(ann))
        #expect(room.seen(since: 4) == [.updated(MemberUpdate(memberID: "ann", status: .resting))])
        // And who comes while their session runs is focusing at once.
        try room.join("bob", focus: .focusing(startedAt: started, planned: .minutes(25)))
        #expect(room.status("bob") == .focusing && room.state.member("bob")?.focusStartedAt == started)
        try room.join("bob", focus: .resting)
        #expect(room.status("bob") == .focusing)
    }
}

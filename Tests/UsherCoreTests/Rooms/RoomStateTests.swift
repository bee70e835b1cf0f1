import Testing
import UsherCore

@Suite("A room's members, seats and devices")
struct RoomStateTests {
    @Test("who comes is seen by everybody, with the time cut to whole seconds")
    func joins() throws {
        var room = RoomStage()
        room.now = RoomStage.start + .milliseconds(1_700)
        let key = try room.join("ann", seat: "A1", nickname: "Ann", avatar: "🦊")
        let member = RoomMember(
            memberID: "ann", seat: "A1", nickname: "Ann", avatar: "🦊", joinedAt: RoomStage.start + .seconds(1))
        #expect(room.state.members == [member] && room.seen(since: 0) == [.joined(member)])
        #expect(key.number == 1 && room.state.seq == 1 && room.state.occupant(ofSeat: "A1") == "ann")
        try room.join("bob")
        try room.join("cem")
        #expect(room.state.members.map(\.memberID) == ["ann", "bob", "cem"])
    }

    @Test("another device of somebody who is there gets a token, and nobody hears of it")
    func devices() throws {
        var room = RoomStage()
        let phone = try room.join("ann", seat: "A1", nickname: "Ann")
        let desk = try room.join("ann")
        #expect(phone != desk && room.state.seq == 1 && room.state.members.count == 1)
        #expect(room.state.member("ann")?.seat == "A1" && room.state.member("ann")?.nickname == "Ann")
        // What is given and another is one change.
        let third = try room.join("ann", seat: "A2", nickname: "Anna")
        #expect(
            room.seen(since: 1) == [.updated(MemberUpdate(memberID: "ann", seat: "A2", nickname: "Anna"))])
        // Each ends alone; the last one ends the member.
        for key in [phone, third] { #expect(try room.run(.leave(key)).get().0?.memberID == "ann") }
        #expect(room.state.seq == 2)
        room.run(.leave(desk))
        #expect(room.seen(since: 2) == [.left("ann")] && room.state.occupant(ofSeat: "A2") == nil)
    }

    @Test("the same device again gets its token again")
    func sameDevice() throws {
        var room = RoomStage()
        let first = try room.join("ann", deviceID: "phone")
        #expect(try room.join("ann", deviceID: "phone") == first)
        #expect(try room.join("ann", deviceID: "desk") != first)
        #expect(try room.join("ann") != room.join("ann"))
        // Another member's device of that name is another one.
        #expect(try room.join("bob", deviceID: "phone") != first)
        room.run(.leave(first))
        #expect(try room.join("ann", deviceID: "phone") != first)
    }

    @Test("a seat is one member's; who is refused it loses nothing")
    func seats() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        let bob = try room.join("bob", seat: "A2")
        let before = room.state.image
        #expect(throws: Refusal.seatOccupied("A1")) { try room.join("cem", seat: "A1") }
        #expect(throws: Refusal.seatOccupied("A1")) { try room.run(.takeSeat(bob, seat: "A1")).get() }
        #expect(throws: Refusal.seatOccupied("A1")) { try room.join("bob", seat: "A1", nickname: "B") }
        #expect(throws: Refusal.seatUnknown(["Z9"])) { try room.run(.takeSeat(bob, seat: "Z9")).get() }
        #expect(throws: Refusal.self) { try room.run(.takeSeat(bob, seat: "")).get() }
        #expect(room.state.image == before)
        // One's own is taken already; another one is a move, and frees the first.
        room.run(.takeSeat(ann, seat: "A1"))
        #expect(room.state.seq == 2)
        room.run(.takeSeat(ann, seat: "A3"))
        #expect(room.seen(since: 2) == [.updated(MemberUpdate(memberID: "ann", seat: "A3"))])
        room.run(.takeSeat(bob, seat: "A1"))
        #expect(room.state.occupant(ofSeat: "A1") == "bob" && room.state.occupant(ofSeat: "A2") == nil)
    }

    @Test("standing up leaves the seat that one has, and no other")
    func leavesSeat() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        try room.join("bob", seat: "A2")
        room.run(.leaveSeat(ann, seat: "A2"))
        #expect(room.state.seq == 2 && room.state.member("ann")?.seat == "A1")
        room.run(.leaveSeat(ann, seat: "A1"))
        #expect(room.seen(since: 2) == [.updated(MemberUpdate(memberID: "ann", seat: ""))])
        room.run(.leaveSeat(ann, seat: ""))
        #expect(room.state.seq == 3)
        room.run(.takeSeat(ann, seat: "A4"))
        room.run(.leaveSeat(ann, seat: ""))
        #expect(room.state.member("ann")?.seat == "" && room.state.occupant(ofSeat: "A4") == nil)
    }

    @Test("a status is told once; focusing by hand begins now, open-ended, and everything else ends it")
    func statuses() throws {
        var room = RoomStage()
        let ann = try room.join("ann")
        room.pass(.seconds(10))
        room.run(.setStatus(ann, .focusing))
        #expect(
            room.seen(since: 1) == [
                .updated(MemberUpdate(memberID: "ann", status: .focusing, focusStartedAt: room.now))
            ])
        let started = room.now
        room.pass(.seconds(10))
        room.run(.setStatus(ann, .focusing))
        #expect(room.state.seq == 2 && room.state.member("ann")?.focusStartedAt == started)
        room.run(.setStatus(ann, .resting))
        #expect(
            room.seen(since: 2) == [
                .updated(MemberUpdate(memberID: "ann", status: .resting, focusStartedAt: .cleared))
            ])
    }

    @Test("a token that is wrong, or of a device that left, knows nobody and brings nobody back")
    func deadTokens() throws {
        var room = RoomStage()
        let ann = try room.join("ann", seat: "A1")
        let forged = DeviceKey(number: ann.number, secret: TokenSecret(high: ann.secret.high, low: 0))
        room.pass(.seconds(40))
        let commands: (DeviceKey) -> [RoomCommand] = { key in
            [
                .takeSeat(key, seat: "A2"), .leaveSeat(key, seat: ""), .setStatus(key, .focusing),
                .setStatus(key, .away), .keepAlive(key), .attend(key),
            ]
        }
        for command in commands(forged) {
            #expect(throws: Refusal.memberUnknown) { try room.run(command).get() }
        }
        // Leaving with it is well, and does nothing; nor is it a sign of life.
        #expect(try room.run(.leave(forged)).get().0 == nil)
        #expect(room.state.seq == 1 && room.state.lastSign(of: ann.number) == RoomStage.start)
        room.run(.leave(ann))
        let image = room.state.image
        for command in commands(ann) + [.leave(ann)] {
            let result = room.run(command)
            if case .leave = command { continue }
            #expect(throws: Refusal.memberUnknown) { try result.get() }
        }
        #expect(room.state.image == image && room.state.members.isEmpty && room.state.seq == 2)
    }

    @Test("the thirty-third device takes the place of the one lost for longest; while none is lost there is no room")
    func manyDevices() throws {
        var room = RoomStage()
        var keys: [DeviceKey] = []
        for _ in 0..<32 {
            keys.append(try room.join("ann"))
            room.pass(.milliseconds(10))
        }
        #expect(throws: Refusal.self) { try room.join("ann") }
        room.pass(.seconds(30))
        for key in keys where key != keys[3] && key != keys[7] { room.run(.keepAlive(key)) }
        room.pass(.seconds(30))
        try room.join("ann")
        #expect(!room.state.knows(keys[3]) && room.state.knows(keys[7]) && room.state.deviceCount == 32)
        try room.join("ann")
        #expect(!room.state.knows(keys[7]))
        #expect(throws: Refusal.self) { try room.join("ann") }
        #expect(room.state.seq == 1 && room.status("ann") == .idle)
    }

    @Test("a room of ten thousand is full; who is in it may bring another device")
    func full() throws {
        var state = RoomStage().state
        var keys: [DeviceKey] = []
        func join(_ id: String) -> RoomDecision {
            state.decide(
                .join(
                    memberID: id, nickname: "", avatar: "", seat: "", deviceID: "",
                    secret: TokenSecret(high: 1, low: 1)), now: RoomStage.start)
        }
        for number in 0..<10_000 {
            guard case .accept(let facts, _, let key) = join("m\(number)") else { continue }
            keys.append(key)
            for fact in facts {
                state.apply(RoomRecord(index: state.logIndex + 1, at: RoomStage.start, fact: fact))
            }
        }
        #expect(keys.count == 10_000)
        guard case .refuse(.tooMany) = join("late"), case .accept = join("m7") else {
            Issue.record("\(join("late")), \(join("m7"))")
            return
        }
    }

    @Test("every fault of a join is told at once")
    func faults() throws {
        var room = RoomStage()
        let result = room.run(
            .join(
                memberID: "a b", nickname: String(repeating: "n", count: 65),
                avatar: String(repeating: "é", count: 129),
                seat: "\n", deviceID: String(repeating: "d", count: 65), secret: room.secret()))
        guard case .failure(.fields(let faults)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(faults.map(\.field) == ["member_id", "nickname", "avatar", "seat", "device_id"])
        try room.join(
            "ann", nickname: String(repeating: "ü", count: 64), avatar: String(repeating: "a", count: 256),
            deviceID: String(repeating: "d", count: 64))
    }

    @Test("a room's own fields: spans of a second to thirty days, an id, a name that is plain")
    func roomFaults() {
        let good = Room(roomID: "R", hallID: "H", awayAfter: .seconds(1), leaveAfter: .hours(720))
        #expect(good.faults.isEmpty)
        let bad = Room(
            roomID: "", hallID: "ä", name: "\u{7}", awayAfter: .milliseconds(999), leaveAfter: .hours(721))
        #expect(
            bad.faults.map(\.field) == [
                "room.room_id", "room.hall_id", "room.name", "room.away_after", "room.leave_after",
            ])
        func ofSpans(_ away: TimeSpan, _ leave: TimeSpan) -> [String] {
            Room(roomID: "R", hallID: "H", awayAfter: away, leaveAfter: leave).faults.map(\.field)
        }
        #expect(ofSpans(.seconds(61), .seconds(60)) == ["room.away_after"], "nobody could be AWAY")
        #expect(ofSpans(.hours(1), Room.usualLeaveAfter) == ["room.away_after"])
        #expect(ofSpans(.seconds(60), .seconds(60)).isEmpty)
        #expect(ofSpans(Room.usualAwayAfter, .seconds(10)).isEmpty, "a default gives way")
        var other = good
        other.name = "x"
        #expect(good.contentDigest != other.contentDigest && good.contentDigest == good.contentDigest)
    }
}

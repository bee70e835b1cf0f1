import Testing

@testable import UsherCore

@Suite("The own seat and status in a room") struct PresenceSeatTests {
    @Test("a member who joined is shown from the answer on, and once")
    func joining() {
        var stage = PresenceStage()
        #expect(stage.shown == nil)
        stage.begin { $0.join(PresenceStage.me, seat: "A", now: $1) }
        #expect(stage.machine.phase == .joining)
        #expect(stage.asked == [.join(PresenceStage.me, seat: "A")])
        stage.joined("t1", RoomReplicaTests.member("me", seat: "A"))
        #expect(stage.machine.phase == .present)
        #expect(stage.shown?.seat == "A")
        // The same by the stream changes nothing.
        stage.tell(.joined(RoomReplicaTests.member("me", seat: "A")))
        #expect(stage.shown == RoomReplicaTests.member("me", seat: "A"))
    }

    @Test("a seat shows at once; an answer and an event that agree change nothing, in either order")
    func agreement() {
        for eventFirst in [true, false] {
            var stage = PresenceStage.present()
            let wish = stage.sit("C")
            #expect(stage.shown?.seat == "C")
            if eventFirst { stage.tell(seat: "C") } else { stage.answer(seat: "C") }
            #expect(stage.shown?.seat == "C")
            if eventFirst { stage.answer(seat: "C") } else { stage.tell(seat: "C") }
            #expect(stage.shown?.seat == "C")
            #expect(stage.ends[wish] == .member(RoomReplicaTests.member("me", seat: "C")))
            #expect(stage.machine.seat == OptimisticValue())
        }
    }

    @Test("a refusal and a lost answer show what the room says", arguments: [true, false])
    func rollback(isRefusal: Bool) {
        var stage = PresenceStage.present()
        let wish = stage.sit("C")
        stage.answer(isRefusal ? .refused(reason: "SEAT_OCCUPIED") : .unknown)
        #expect(stage.ends[wish] == .failed)
        #expect(stage.shown?.seat == "A")
        // It was done after all.
        stage.tell(seat: "C")
        #expect(stage.shown?.seat == "C")
    }

    @Test("a seat where the room has somebody else is not shown as the own one")
    func occupied() {
        var stage = PresenceStage.present()
        _ = stage.sit("B")
        #expect(stage.shown?.seat == "A")
        #expect(stage.room.member(onSeat: "B")?.memberID == "bob")
        // Bob stands up while the answer is awaited; somebody else is quicker.
        stage.tell(.updated(MemberUpdate(memberID: "bob", seat: "")))
        #expect(stage.shown?.seat == "B")
        stage.tell(.joined(RoomReplicaTests.member("cem", seat: "B", joined: 3)))
        #expect(stage.shown?.seat == "A")
    }

    @Test("what another device of the member did after the answer's change is believed")
    func otherDevice() {
        var stage = PresenceStage.present()
        _ = stage.sit("C")
        stage.tell(seat: "C")
        stage.tell(seat: "D")
        #expect(stage.shown?.seat == "D")
        stage.answer(seat: "C")
        #expect(stage.shown?.seat == "D")
    }

    @Test("quick wishes: the last is shown throughout, and one that was not sent is superseded")
    func quickWishes() {
        var stage = PresenceStage.present()
        let first = stage.sit("C")
        let second = stage.sit("D")
        let third = stage.sit("A")
        #expect(stage.ends[second] == .superseded)
        #expect(stage.asked == [.takeSeat("C")])
        for step in 0..<4 {
            #expect(stage.shown?.seat == "A", "step \(step)")
            switch step {
            case 0: stage.answer(seat: "C")
            case 1: stage.answer(seat: "A")
            case 2: stage.tell(seat: "C")
            default: stage.tell(seat: "A")
            }
        }
        #expect(stage.shown?.seat == "A")
        #expect(stage.ends[first] != nil && stage.ends[third] != nil)
        #expect(stage.machine.seat == OptimisticValue())
    }

    @Test(
        "an answered seat that a live stream never tells is believed for a moment; a later snapshot is believed at once"
    )
    func settling() {
        var stage = PresenceStage.present()
        _ = stage.sit("C")
        stage.answer(seat: "C")
        stage.pass(.seconds(1))
        #expect(stage.shown?.seat == "C")
        stage.pass(.seconds(1))
        #expect(stage.shown?.seat == "A")
        _ = stage.sit("C")
        stage.answer(seat: "C")
        stage.pass(.milliseconds(1))
        stage.tellAll([RoomReplicaTests.member("me", seat: "E")])
        #expect(stage.shown?.seat == "E")
    }

    @Test("without a stream an answered seat stays until the next stream has told what was missed")
    func withoutStream() {
        var stage = PresenceStage.present()
        _ = stage.sit("C")
        stage.attend(false)
        stage.answer(seat: "C")
        stage.pass(.seconds(20))
        #expect(stage.shown?.seat == "C")
        stage.attend()
        stage.machine.roomCatchesUp(stage.now)
        stage.tell(.updated(MemberUpdate(memberID: "bob", status: .resting)))
        #expect(stage.shown?.seat == "C")
        stage.tell(seat: "C")
        #expect(stage.shown?.seat == "C")
        #expect(stage.machine.seat == OptimisticValue())
    }

    @Test("a status shows at once, with its facts: focusing since now, others without")
    func status() {
        var stage = PresenceStage.present()
        _ = stage.say(.focusing)
        #expect(stage.shown?.status == .focusing)
        #expect(stage.shown?.focusStartedAt == Timestamp(nanoseconds: 77))
        stage.answer(seat: "A", .focusing)
        stage.tell(
            .updated(MemberUpdate(memberID: "me", status: .focusing, focusStartedAt: Timestamp(nanoseconds: 80))))
        #expect(stage.shown?.focusStartedAt == Timestamp(nanoseconds: 80))
        _ = stage.say(.resting)
        #expect(stage.shown?.focusStartedAt == nil)
        stage.answer(.refused(reason: "FIELDS"))
        #expect(stage.shown?.status == .focusing)
        #expect(stage.shown?.focusStartedAt == Timestamp(nanoseconds: 80))
    }

    @Test("seat and status wait for each other; wishes of a device that is not there are told so")
    func order() {
        var stage = PresenceStage.present()
        _ = stage.sit("C")
        _ = stage.say(.resting)
        #expect(stage.asked == [.takeSeat("C")])
        stage.answer(seat: "C")
        #expect(stage.asked == [.setStatus(.resting)])
        var absent = PresenceStage()
        let wish = absent.sit("C")
        #expect(absent.ends[wish] == .absent)
        #expect(absent.calls.isEmpty)
    }

    @Test("a room of numbers shows the own member by the answers alone")
    func blind() {
        var stage = PresenceStage(isBlind: true)
        stage.begin { $0.join(PresenceStage.me, seat: "A", now: $1) }
        stage.joined("t1", RoomReplicaTests.member("me", seat: "A"))
        stage.attend()
        stage.pass(.seconds(60))
        #expect(stage.shown?.seat == "A")
        _ = stage.sit("C")
        #expect(stage.shown?.seat == "C")
        stage.answer(seat: "C")
        #expect(stage.shown?.seat == "C")
        _ = stage.sit("D")
        stage.answer(.refused(reason: "SEAT_OCCUPIED"))
        stage.pass(.seconds(60))
        #expect(stage.shown?.seat == "C")
    }
}

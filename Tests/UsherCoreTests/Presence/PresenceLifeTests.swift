import Testing

@testable import UsherCore

@Suite("A device's life in a room") struct PresenceLifeTests {
    // MARK: Signs of life

    @Test("an open stream is the sign of life; without one a call is, once a heartbeat")
    func signs() {
        var stage = PresenceStage.present()
        #expect(stage.machine.wakesAt == nil)
        stage.attend(false)
        #expect(stage.machine.wakesAt == stage.now + TimeSpan.seconds(25).nanoseconds)
        stage.wait()
        #expect(stage.asked == [.keepAlive])
        #expect(stage.calls.first?.patience == .seconds(10))
        stage.answer(.done)
        #expect(stage.machine.wakesAt == stage.now + TimeSpan.seconds(25).nanoseconds)
        stage.attend()
        #expect(stage.machine.wakesAt == nil)
    }

    @Test("a sign of life that fails is shown again within five to ten seconds; another network shows it at once")
    func failedSigns() {
        var stage = PresenceStage.present()
        stage.attend(false)
        stage.wait()
        stage.answer(.unknown)
        let pause = (stage.machine.wakesAt ?? 0) - stage.now
        #expect((5_000_000_000...10_000_000_000).contains(pause))
        stage.machine.networkChanged(now: stage.now)
        #expect(stage.machine.wakesAt == stage.now)
    }

    @Test("who is gone from the room's list asks whether its token lives")
    func vanished() {
        var stage = PresenceStage.present()
        stage.tell(.left("me"))
        stage.wait()
        #expect(stage.asked == [.keepAlive])
        stage.answer(.refused(reason: "MEMBER_UNKNOWN"))
        #expect(stage.asked == [.join(PresenceStage.me, seat: "A")])
    }

    @Test("a device that says that it is away is not brought back by a stream, and lives by calls")
    func awayByWish() {
        var stage = PresenceStage.present()
        _ = stage.say(.away)
        stage.answer(seat: "A", .away)
        stage.tell(.away)
        #expect(stage.machine.streamToken.isEmpty)
        #expect(!stage.machine.replaces(streamOf: "t1"))
        stage.attend(false)
        stage.wait()
        #expect(stage.asked == [.keepAlive])
        stage.answer(.done)
        _ = stage.say(.idle)
        #expect(stage.machine.streamToken == "t1")
        #expect(stage.machine.replaces(streamOf: ""))
        var refused = PresenceStage.present()
        _ = refused.say(.away)
        refused.answer(.unknown)
        #expect(refused.machine.streamToken == "t1")
    }

    // MARK: Rest

    @Test(
        "a client that rests says AWAY first, and waits for the answer for four seconds at most",
        arguments: [true, false])
    func rest(isAnswered: Bool) {
        var stage = PresenceStage.present()
        stage.machine.suspend(now: stage.now)
        stage.take()
        #expect(stage.asked == [.setStatus(.away)])
        #expect(stage.calls.first?.patience == .seconds(4))
        #expect(stage.rested == 0)
        #expect(!stage.machine.hasNothingToSay)
        if isAnswered { stage.answer(seat: "A", .away) } else { stage.pass(.seconds(4)) }
        #expect(stage.rested == 1)
        #expect(stage.machine.hasNothingToSay)
        stage.attend(false)
        if !isAnswered { stage.answer(.unknown) }
        // Nothing is sent while the client rests.
        #expect(stage.machine.wakesAt == nil)
        #expect(stage.rested == 1)
        stage.machine.resume(now: stage.now)
        stage.take()
        #expect(stage.reopened == 0)
        #expect(stage.machine.streamToken == "t1")
    }

    @Test("a client that is woken before its AWAY was answered takes it back by another stream")
    func wokenEarly() {
        var stage = PresenceStage.present()
        stage.machine.suspend(now: stage.now)
        stage.take()
        stage.machine.resume(now: stage.now)
        stage.take()
        #expect(stage.reopened == 0)
        stage.answer(seat: "A", .away)
        #expect(stage.reopened == 1)
        #expect(stage.rested == 0)
    }

    @Test("a client that is in no room, or said itself that it is away, rests at once")
    func nothingToSay() {
        var absent = PresenceStage()
        absent.machine.suspend(now: absent.now)
        absent.take()
        #expect(absent.rested == 1)
        #expect(absent.calls.isEmpty)
        var away = PresenceStage.present()
        _ = away.say(.away)
        away.answer(seat: "A", .away)
        away.machine.suspend(now: away.now)
        away.take()
        #expect(away.rested == 1)
        #expect(away.calls.isEmpty)
    }

    @Test("an AWAY that nobody said is taken back: by another stream, or without one by sitting where one sits")
    func heals() {
        var stage = PresenceStage.present()
        stage.tell(.away)
        stage.pass(.seconds(2))
        #expect(stage.reopened == 1)
        stage.pass(.seconds(29))
        #expect(stage.reopened == 1)
        stage.pass(.seconds(1))
        #expect(stage.reopened == 2)
        stage.tell(.idle)
        #expect(stage.machine.wakesAt == nil)
        var polling = PresenceStage.present()
        polling.attend(false, isPolling: true)
        polling.tell(.away)
        polling.pass(.seconds(2))
        #expect(polling.asked == [.takeSeat("A")])
    }

    // MARK: A dead token

    @Test("a dead token is asked for anew once, with the same seat, and the call under it is made again")
    func rejoins() {
        var stage = PresenceStage.present()
        let wish = stage.sit("C")
        stage.answer(.refused(reason: "MEMBER_UNKNOWN"))
        #expect(stage.machine.phase == .joining)
        #expect(stage.ends[wish] == nil)
        #expect(stage.asked == [.join(PresenceStage.me, seat: "A")])
        #expect(stage.machine.token.isEmpty)
        stage.joined("t2", RoomReplicaTests.member("me", seat: "A"))
        #expect(stage.machine.phase == .present)
        #expect(stage.machine.replaces(streamOf: ""))
        #expect(stage.asked == [.takeSeat("C")])
        #expect(stage.calls.first?.token == "t2")
        stage.answer(seat: "C")
        #expect(stage.ends[wish] == .member(RoomReplicaTests.member("me", seat: "C")))
    }

    @Test("the old seat is somebody else's by then: the member stands")
    func rejoinsStanding() {
        var stage = PresenceStage.present()
        stage.machine.streamRefused(token: "t1", now: stage.now)
        stage.take()
        stage.answer(.refused(reason: "SEAT_OCCUPIED"))
        #expect(stage.asked == [.join(PresenceStage.me, seat: "")])
        stage.joined("t2", RoomReplicaTests.member("me"))
        #expect(stage.machine.phase == .present)
    }

    @Test("a token that dies again soon is not asked for a third time; one that dies much later is")
    func diesAgain() {
        var stage = PresenceStage.present()
        for span in [TimeSpan.seconds(0), .seconds(59), .seconds(200)] {
            stage.pass(span)
            stage.machine.streamRefused(token: stage.machine.token, now: stage.now)
            stage.take()
            if span == .seconds(59) {
                #expect(stage.machine.phase == .lost(reason: "MEMBER_UNKNOWN"))
                stage.begin { $0.join(PresenceStage.me, seat: "", now: $1) }
            }
            #expect(stage.machine.phase == .joining)
            stage.joined("t\(span)", RoomReplicaTests.member("me"))
        }
        #expect(stage.machine.phase == .present)
    }

    @Test("where the app does not want it, a dead token is only told; wishes that wait are")
    func doesNotRejoin() {
        var stage = PresenceStage.present(rejoins: false)
        let sit = stage.sit("C")
        let say = stage.say(.resting)
        stage.answer(.refused(reason: "MEMBER_UNKNOWN"))
        #expect(stage.machine.phase == .lost(reason: "MEMBER_UNKNOWN"))
        #expect(stage.ends[sit] == .failed)
        #expect(stage.ends[say] == .absent)
        #expect(stage.calls.isEmpty)
        #expect(stage.machine.wakesAt == nil)
    }

    @Test("a join without the app is tried until it is known, with pauses, and never while the client rests")
    func keepsTrying() {
        var stage = PresenceStage.present()
        stage.machine.streamRefused(token: "t1", now: stage.now)
        stage.take()
        for _ in 0..<6 {
            stage.answer(.unknown)
            #expect(stage.machine.phase == .joining)
            if stage.calls.isEmpty { stage.wait() }
            #expect(stage.asked == [.join(PresenceStage.me, seat: "A")])
        }
        stage.answer(.refused(reason: "ROOM_UNKNOWN"))
        #expect(stage.machine.phase == .lost(reason: "ROOM_UNKNOWN"))
    }

    // MARK: A token that was kept

    @Test("a kept token is looked at; a good one is gone on with, and a dead one joined anew for who waits")
    func kept() {
        for isDead in [true, false] {
            var stage = PresenceStage()
            let wish = stage.begin { $0.attach(PresenceStage.me, token: "t0", seat: "A", now: $1) }
            #expect(stage.asked == [.keepAlive])
            #expect(stage.machine.replaces(streamOf: ""))
            if isDead {
                stage.answer(.refused(reason: "MEMBER_UNKNOWN"))
                #expect(stage.ends[wish] == nil)
                stage.joined("t1", RoomReplicaTests.member("me", seat: "A"))
                #expect(stage.ends[wish] == .member(RoomReplicaTests.member("me", seat: "A")))
            } else {
                stage.answer(.done)
                #expect(stage.ends[wish] == .done)
            }
            #expect(stage.machine.phase == .present)
        }
    }

    @Test("a kept token whose call had no answer is kept, and good once a stream or a call says so")
    func keptOffline() {
        var stage = PresenceStage()
        let wish = stage.begin { $0.attach(PresenceStage.me, token: "t0", seat: "A", now: $1) }
        stage.answer(.unknown)
        #expect(stage.ends[wish] == .failed)
        #expect(stage.machine.phase == .joining)
        stage.wait()
        #expect(stage.asked == [.keepAlive])
        stage.attend()
        #expect(stage.machine.phase == .present)
    }

    // MARK: Leaving

    @Test("leaving gives the place up at once; a call without an answer is repeated a few times")
    func leaving() {
        var stage = PresenceStage.present()
        let wish = stage.begin { $0.leave(now: $1) }
        #expect(stage.machine.phase == .absent)
        #expect(stage.machine.streamToken.isEmpty)
        #expect(stage.calls.first?.token == "t1")
        stage.attend(false)
        stage.answer(.unknown)
        #expect(stage.ends[wish] == .failed)
        for _ in 0..<7 {
            stage.wait()
            #expect(stage.asked == [.leave])
            stage.answer(.unknown)
        }
        #expect(stage.machine.wakesAt == nil)
    }

    @Test("who leaves while the join is under way leaves when it is done; who joins again is not ended by an old leave")
    func leavesEarly() {
        var stage = PresenceStage()
        let join = stage.begin { $0.join(PresenceStage.me, seat: "", now: $1) }
        let leave = stage.begin { $0.leave(now: $1) }
        stage.joined("t1", RoomReplicaTests.member("me"))
        #expect(stage.ends[join] == .superseded)
        #expect(stage.asked == [.leave])
        #expect(stage.calls.first?.token == "t1")
        stage.answer(.unknown)
        #expect(stage.ends[leave] == .failed)
        stage.begin { $0.join(PresenceStage.me, seat: "", now: $1) }
        stage.joined("t1", RoomReplicaTests.member("me"))
        stage.attend()
        #expect(stage.machine.wakesAt.map { $0 > stage.now + 1_000_000_000 } ?? true)
        stage.pass(.seconds(60))
        #expect(stage.calls.isEmpty)
    }

    @Test("one device is one member: another is refused while the first is there")
    func otherMember() {
        var stage = PresenceStage.present()
        let other = PresenceIdentity(memberID: "you", deviceID: "d")
        let wish = stage.begin { $0.join(other, seat: "", now: $1) }
        #expect(stage.ends[wish] == .otherMember("me"))
        let again = stage.begin { $0.join(PresenceStage.me, seat: "C", now: $1) }
        stage.joined("t1", RoomReplicaTests.member("me", seat: "C"))
        #expect(stage.ends[again] == .member(RoomReplicaTests.member("me", seat: "C")))
        #expect(stage.shown?.seat == "C")
        stage.begin { $0.leave(now: $1) }
        stage.answer(.done)
        _ = stage.begin { $0.join(other, seat: "", now: $1) }
        #expect(stage.asked == [.join(other, seat: "")])
    }

    @Test("a closed client ends all wishes, and begins none")
    func closed() {
        var stage = PresenceStage.present()
        let running = stage.sit("C")
        let waiting = stage.say(.resting)
        stage.machine.close()
        stage.take()
        #expect(stage.ends[running] == .closed)
        #expect(stage.ends[waiting] == .closed)
        let later = stage.sit("D")
        #expect(stage.ends[later] == .closed)
        #expect(stage.machine.wakesAt == nil)
    }
}

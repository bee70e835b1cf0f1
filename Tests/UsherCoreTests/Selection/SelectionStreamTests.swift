import Testing

@testable import UsherCore

@Suite("A selection and its map's stream")
struct SelectionStreamTests {
    typealias Stage = SelectionStage

    @Test(
        "a chosen seat that somebody else gets leaves, with the reason; the others stay",
        arguments: [
            (UInt8(2), LostSeat.Reason.locked), (3, .sold), (4, .blocked), (0, .unavailable), (99, .unavailable),
        ])
    func lost(state: UInt8, reason: LostSeat.Reason) {
        var stage = Stage.standing(.none)
        stage.commit(["A2": state])
        #expect(stage.lost == [LostSeat(code: "A2", reason: reason)])
        #expect(stage.chosen == ["A1"])
        stage.commit(["A2": Stage.available])
        // Available again is not chosen again.
        #expect(stage.chosen == ["A1"])
        #expect(stage.lost.count == 1)
        stage.tap("A2")
        #expect(stage.machine.lost.isEmpty)
    }

    @Test("events about other seats, and about seats that stay available, change nothing")
    func untouched() {
        var stage = Stage.standing(.none)
        stage.commit(["A3": Stage.soldState, "A1": Stage.available])
        #expect(stage.chosen == ["A1", "A2"])
        #expect(stage.notices.isEmpty)
    }

    @Test("the delta of the own lock is no loss, whether it comes before the answer, with it or after it")
    func ownDelta() {
        let own = ["A1": Stage.lockedState, "A2": Stage.lockedState]
        var before = Stage.standing(.none)
        before.begin(.lock(ttl: nil))
        before.commit(own)
        #expect(before.phase == .locking)
        before.answer(.lock(before.lock(["A1", "A2"], seq: 11)))
        var after = Stage.standing(.none)
        after.begin(.lock(ttl: nil))
        after.answer(.lock(after.lock(["A1", "A2"], seq: 11)))
        after.commit(own)
        for stage in [before, after] {
            #expect(stage.lost.isEmpty)
            #expect(stage.phase == .held)
            #expect(stage.chosen == ["A1", "A2"])
            #expect(stage.sent.count == 1)
        }
    }

    @Test("a map that has not seen the lock yet says nothing about it")
    func mapBehind() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(.lock(stage.lock(["A1", "A2"], seq: 20)))
        for seq in UInt64(11)..<20 { stage.commit(["A5": seq % 2 == 0 ? 1 : 2], seq: seq) }
        #expect(stage.sent.count == 1)
        #expect(stage.phase == .held)
        stage.commit(["A1": Stage.lockedState, "A2": Stage.lockedState], seq: 20)
        #expect(stage.sent.count == 1)
    }

    @Test(
        "a seat of the own lock that is available beyond the lock's commit: the gateway is asked before anything is said"
    )
    func ended() {
        var stage = Stage.standing(.held)
        stage.commit(["A1": Stage.available, "A2": Stage.available])
        #expect(stage.last.call == .read)
        #expect(stage.phase == .held)
        #expect(stage.lost.isEmpty)
        // Not asked twice.
        stage.commit(["A5": Stage.soldState])
        #expect(stage.sent.count == 2)
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .expired, left: .zero, seq: 12)))
        #expect(stage.phase == .expired)
        #expect(stage.chosen == ["A1", "A2"])
        #expect(stage.lost.isEmpty)
        stage.commit(["A2": Stage.soldState])
        #expect(stage.lost == [LostSeat(code: "A2", reason: .sold)])
    }

    @Test("a lock that the gateway says is held stays held, and is not asked about again until the map changes")
    func falseAlarm() {
        var stage = Stage.standing(.held)
        stage.commit(["A1": Stage.available])
        stage.answer(.lock(stage.lock(["A1", "A2"], seq: 12)))
        #expect(stage.phase == .held)
        stage.commit(["A5": Stage.soldState])
        #expect(stage.sent.count == 2)
        stage.commit(["A2": Stage.available])
        #expect(stage.sent.count == 3)
    }

    @Test("the answer is older than the map: a lock that ended meanwhile is found out")
    func overtaken() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.commit(["A1": Stage.lockedState, "A2": Stage.lockedState], seq: 11)
        stage.commit(["A1": Stage.available, "A2": Stage.available], seq: 12)
        stage.answer(.lock(stage.lock(["A1", "A2"], seq: 11)))
        #expect(stage.last.call == .read)
        #expect(stage.phase == .held)
    }

    @Test("own seats that are sold without this selection's doing: somebody who has the token sold them")
    func soldElsewhere() {
        var stage = Stage.standing(.paying)
        stage.commit(["A1": Stage.soldState, "A2": Stage.soldState])
        #expect(stage.last.call == .read)
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .confirmed, seq: 13)))
        #expect(stage.phase == .sold)
        #expect(stage.lost.isEmpty)
        // The sale itself is one question away.
        stage.begin(.confirm(orderRef: "o"))
        #expect(stage.last.call == .confirm(orderRef: "o"))
    }

    @Test("seats of a lock that ended are not lost while the map shows the customer's own lock")
    func echo() {
        var stage = Stage.standing(.held)
        stage.passUntilSent(atMost: .minutes(16))
        #expect(stage.last.call == .read)
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .expired, left: .zero, seq: 14)))
        #expect(stage.lost.isEmpty)
        stage.commit(["A5": Stage.soldState], seq: 13)
        #expect(stage.chosen == ["A1", "A2"])
        stage.commit(["A1": Stage.available], seq: 14)
        #expect(stage.lost == [LostSeat(code: "A2", reason: .locked)])
        #expect(stage.chosen == ["A1"])
    }

    @Test(
        "another history, where the seq of the lock's end is still to come: a seat that is locked there is somebody else's"
    )
    func echoInAnotherHistory() {
        var stage = Stage.standing(.held)
        // The gateway has freed them at 20; this map has not seen it, and never will.
        stage.passUntilSent(atMost: .minutes(16))
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .expired, left: .zero, seq: 20)))
        #expect(stage.phase == .expired && stage.chosen == ["A1", "A2"] && stage.lost.isEmpty)
        stage.replaceMap { map in
            map.position = Position(epoch: "f", seq: 15)
            map.states[0] = Stage.available
            map.states[1] = Stage.lockedState
        }
        #expect(stage.chosen == ["A1"])
        #expect(stage.lost == [LostSeat(code: "A2", reason: .locked)])
    }

    @Test("another history: the lock is asked for, because its seq means nothing there")
    func epoch() {
        var stage = Stage.standing(.held)
        stage.replaceMap { map in
            map.position = Position(epoch: "f", seq: 3)
            map.states = [UInt8](repeating: Stage.available, count: map.states.count)
        }
        #expect(stage.last.call == .read)
        stage.answer(Stage.refusal("LOCK_UNKNOWN"))
        #expect(stage.phase == .lost)
        #expect(stage.chosen == ["A1", "A2"])
    }

    /// Attached by its token and answered before there was a map, which now is at `seq`.
    private func attached(mapAt seq: UInt64, _ seats: [String: UInt8] = [:]) -> Stage {
        var stage = Stage()
        _ = stage.machine.attach(token: "S.1.x", now: stage.now, using: &stage.generator)
        stage.take()
        let lock = stage.lock(["A1", "A2"], seq: 20)
        stage.machine.callEnded(stage.last.id, .lock(lock), on: nil, now: stage.now, using: &stage.generator)
        stage.take()
        stage.commit(seats, seq: seq)
        return stage
    }

    @Test("a lock that was told before the first map, and a map that is not as far: of which history is asked, once")
    func firstMapBehind() {
        var stage = attached(mapAt: 3)
        #expect(stage.last.call == .read && stage.sent.count == 2)
        stage.commit(["A5": Stage.soldState], seq: 4)
        #expect(stage.sent.count == 2)
        stage.answer(.lock(stage.lock(["A1", "A2"], seq: 20)))
        stage.commit(["A6": Stage.soldState], seq: 5)
        #expect(
            stage.sent.count == 2 && stage.phase == .held && stage.chosen == ["A1", "A2"], "it is a map that is behind")

        stage = attached(mapAt: 3)
        stage.answer(Stage.refusal("LOCK_UNKNOWN"))
        #expect(stage.phase == .lost, "it is a map of another history")

        stage = attached(mapAt: 3)
        stage.answer(.failed(message: "no"))
        #expect(stage.sent.count == 2, "who is turned away does not ask at once again")
    }

    @Test("a lock that was told before the first map, and a map that shows it: nothing is asked")
    func firstMapWhole() {
        var stage = attached(mapAt: 25, ["A1": Stage.lockedState, "A2": Stage.lockedState])
        #expect(stage.sent.count == 1 && stage.phase == .held)
        stage.replaceMap { $0.position = Position(epoch: "f", seq: 30) }
        #expect(stage.last.call == .read, "from the first map on its history is known")
    }

    @Test("a hall without seats of the own lock: the lock stays, and the gateway is asked")
    func lockBeyondHall() {
        var stage = Stage.standing(.held)
        var hall = UsherCoreTests.Stage.hall()
        hall.revision = 2
        hall.seats.removeFirst()
        stage.replaceMap { map in
            map.hall = HallRevision(hall)
            map.states.removeFirst()
            map.position.seq += 1
        }
        #expect(stage.lost.isEmpty)
        #expect(stage.chosen == ["A1", "A2"])
        #expect(stage.last.call == .read)
    }

    @Test("seats that another device changed in the lock follow")
    func changedElsewhere() {
        var stage = Stage.standing(.held)
        stage.tap("A6")
        stage.commit(["A1": Stage.available, "A3": Stage.lockedState])
        stage.answer(.lock(stage.lock(["A2", "A3"], seq: 12)))
        #expect(stage.chosen == ["A2", "A6", "A3"])
        #expect(stage.phase == .held)
        #expect(stage.lost.isEmpty)
    }

    /// Whatever the order of answers, deltas and other customers' commits: the selection tells losses that are losses.
    @Test("a thousand random orders: no seat of the own lock is told as lost unless it was", arguments: 0..<10)
    func random(block: UInt64) throws {
        for seed in block * 100..<(block + 1) * 100 {
            var run = SelectionRun(seed: seed)
            let fault = run.go()
            #expect(fault == nil, "seed \(seed)")
        }
    }
}

import Testing

@testable import UsherCore

@Suite("A selection's lock")
struct LockLifecycleTests {
    typealias Stage = SelectionStage

    @Test("lock, pay and confirm: the whole way")
    func wholeWay() {
        var stage = Stage()
        stage.tap("A1")
        stage.tap("A2")
        #expect(stage.begin(.lock(ttl: .minutes(2))) == .began(id: 1))
        #expect(stage.last.call == .lock(seats: ["A1", "A2"], ttl: .minutes(2)))
        #expect(stage.last.requestID.count == 32)
        #expect(stage.phase == .locking)
        #expect(stage.machine.mark(of: "A1") == .locking)
        let lock = stage.lock(["A1", "A2"])
        stage.answer(.lock(lock))
        #expect(stage.ends[1] == .lock(lock))
        #expect(stage.phase == .held)
        #expect(stage.machine.mark(of: "A1") == .held)
        #expect(stage.begin(.pay) == .began(id: 2))
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .paying)))
        #expect(stage.phase == .paying)
        #expect(stage.begin(.confirm(orderRef: "o")) == .began(id: 3))
        #expect(stage.phase == .confirming)
        let sale = stage.sale(["A1", "A2"])
        stage.answer(.sale(sale))
        #expect(stage.ends[3] == .sold(sale))
        #expect(stage.phase == .sold)
        #expect(stage.machine.mark(of: "A1") == .sold)
        #expect(stage.machine.remaining(now: stage.now) == nil)
        #expect(stage.machine.wakesAt == nil)
        #expect(Set(stage.sent.map(\.requestID)).count == 3)
    }

    @Test("what the gateway refused is rolled back: the taken seats leave, the others stay chosen")
    func taken() {
        var stage = Stage()
        for seat in ["A1", "A2", "A3"] { stage.tap(seat) }
        stage.map.states[1] = Stage.soldState
        stage.begin(.lock(ttl: nil))
        // The call is refused locally first, by the newer map.
        #expect(stage.sent.isEmpty)
        stage.map.states[1] = Stage.available
        stage.begin(.lock(ttl: nil))
        stage.commit(["A3": Stage.lockedState])
        #expect(stage.lost.isEmpty)
        stage.answer(Stage.refusal("SEAT_TAKEN", ["A2", "A3"]))
        #expect(stage.chosen == ["A1"])
        #expect(stage.phase == .choosing)
        // The map knows of one; of the other only the refusal.
        #expect(
            stage.lost == [LostSeat(code: "A2", reason: .taken), LostSeat(code: "A3", reason: .locked)])
        #expect(stage.machine.lost == stage.lost)
        guard case .refused(let refusal)? = stage.ends[stage.last.id] else {
            return #expect(Bool(false), "\(stage.ends)")
        }
        #expect(refusal.reason == "SEAT_TAKEN")
    }

    @Test(
        "another refusal leaves the choice to be mended", arguments: ["TOO_MANY_SEATS", "ORPHAN_SEAT", "SALES_CLOSED"])
    func refused(reason: String) {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(Stage.refusal(reason))
        #expect(stage.chosen == ["A1", "A2"])
        #expect(stage.phase == .choosing)
        #expect(stage.lost.isEmpty)
    }

    @Test("a seat that the gateway does not know is gone")
    func seatUnknown() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(Stage.refusal("SEAT_UNKNOWN", ["A1"]))
        #expect(stage.lost == [LostSeat(code: "A1", reason: .gone)])
        #expect(stage.chosen == ["A2"])
    }

    @Test("a call that was turned away unjudged ends as failed when nothing can have been done, and only then")
    func failed() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(.failed(message: "who are you?"))
        #expect(stage.ends[1] == .failed(message: "who are you?"))
        #expect(stage.chosen == ["A1", "A2"])
        stage.begin(.lock(ttl: nil))
        stage.answer(.unknown(retryAfter: nil))
        stage.passUntilSent(atMost: .minutes(1))
        stage.answer(.failed(message: "who are you?"))
        #expect(stage.ends[2] == nil)
        #expect(stage.phase == .resolving(.lock))
        #expect(stage.machine.mark(of: "A1") == .resolving)
        stage.passUntilSent(atMost: .minutes(1))
        stage.answer(.lock(stage.lock(["A1", "A2"])))
        #expect(stage.phase == .held)
    }

    @Test("a call without an answer is sent again with the same request id: 1, 2, 4 … 30 s, at once on another network")
    func resolving() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        var ceiling = TimeSpan.seconds(1)
        for _ in 0..<8 {
            stage.answer(.unknown(retryAfter: nil))
            let from = stage.now
            let count = stage.sent.count
            stage.passUntilSent(atMost: .minutes(2))
            #expect(stage.sent.count == count + 1)
            let pause = stage.now - from
            #expect((ceiling.nanoseconds / 2...ceiling.nanoseconds).contains(pause))
            ceiling = min(.seconds(30), TimeSpan(nanoseconds: ceiling.nanoseconds * 2))
        }
        stage.answer(.unknown(retryAfter: .seconds(50)))
        #expect(stage.machine.wakesAt == stage.now + TimeSpan.seconds(50).nanoseconds)
        let count = stage.sent.count
        stage.machine.networkChanged(now: stage.now)
        stage.take()
        #expect(stage.sent.count == count + 1)
        // An attempt is under way: another network changes nothing.
        stage.machine.networkChanged(now: stage.now)
        stage.take()
        #expect(stage.sent.count == count + 1)
        #expect(Set(stage.sent.map(\.requestID)).count == 1)
        #expect(Set(stage.sent.map(\.id)).count == 1)
        stage.answer(.unknown(retryAfter: nil))
        #expect((stage.machine.wakesAt ?? 0) - stage.now <= TimeSpan.seconds(1).nanoseconds)
        stage.answer(.lock(stage.lock(["A1", "A2"])))
        // Answers count only for attempts that are under way.
        #expect(stage.phase == .resolving(.lock))
        stage.passUntilSent(atMost: .seconds(1))
        stage.answer(.lock(stage.lock(["A1", "A2"])))
        #expect(stage.phase == .held)
    }

    @Test("after the gateway's memory of request ids nothing is repeated: the call is given up")
    func givenUp() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.now += TimeSpan.hours(24).nanoseconds
        stage.answer(.unknown(retryAfter: nil))
        #expect(stage.ends[1] == .unresolved)
        #expect(stage.phase == .choosing)
    }

    @Test("a lock that comes back as something else by now is taken as that")
    func asItIsNow() {
        let phases: [LockState: SelectionPhase] = [
            .held: .held, .paying: .paying, .confirmed: .sold, .released: .released, .expired: .expired,
        ]
        for (state, phase) in phases {
            var stage = Stage.standing(.none)
            stage.begin(.lock(ttl: nil))
            stage.answer(.unknown(retryAfter: nil))
            stage.passUntilSent(atMost: .seconds(1))
            stage.answer(.lock(stage.lock(["A1", "A2"], state: state)))
            #expect(stage.phase == phase)
        }
    }

    @Test("a change is one swap; the seats that it could not get leave the choice")
    func change() {
        var stage = Stage.standing(.held)
        stage.tap("A2")
        stage.tap("A3")
        #expect(stage.machine.mark(of: "A2") == .leaving)
        #expect(stage.begin(.pay) == .answered(.refused(.changesOpen)))
        stage.begin(.lock(ttl: nil))
        #expect(stage.last.call == .change(add: ["A3"], remove: ["A2"]))
        #expect(stage.phase == .changing)
        stage.answer(.lock(stage.lock(["A1", "A3"], seq: 13)))
        #expect(stage.chosen == ["A1", "A3"])
        #expect(stage.phase == .held)
        // The map is behind and shows A2 as locked: it is the customer's own echo.
        stage.tap("A2")
        #expect(stage.chosen == ["A1", "A3", "A2"])
        stage.commit([:], seq: 12)
        #expect(stage.lost.isEmpty)
        // At the swap's own commit it would be somebody else's.
        stage.commit(["A3": Stage.lockedState], seq: 13)
        #expect(stage.lost == [LostSeat(code: "A2", reason: .locked)])

        var other = Stage.standing(.held)
        other.tap("A4")
        other.begin(.change)
        other.answer(Stage.refusal("SEAT_TAKEN", ["A4"]))
        #expect(other.chosen == ["A1", "A2"])
        #expect(other.phase == .held)
        #expect(other.begin(.pay) == .began(id: other.last.id))
    }

    @Test("confirming an expired lock sells late or tells what is lost")
    func late() {
        var stage = Stage.standing(.expired)
        stage.begin(.confirm(orderRef: "o"))
        let sale = stage.sale(["A1", "A2"], late: true)
        stage.answer(.sale(sale))
        #expect(stage.phase == .sold)
        #expect(stage.machine.sale?.late == true)
        #expect(stage.begin(.confirm(orderRef: "o")) == .answered(.sold(sale)))

        var other = Stage.standing(.expired)
        other.begin(.confirm(orderRef: "o"))
        other.answer(Stage.refusal("LOCK_LOST", ["A2"]))
        #expect(other.ends[other.last.id] == .lost(["A2"]))
        #expect(other.phase == .lost)
        #expect(other.chosen == ["A1"])
        #expect(other.lost == [LostSeat(code: "A2", reason: .taken)])
    }

    @Test("seats that a late confirmation may just have sold are not lost while it is open")
    func lateDelta() {
        var stage = Stage.standing(.expired)
        stage.begin(.confirm(orderRef: "o"))
        stage.commit(["A1": Stage.soldState, "A2": Stage.soldState])
        #expect(stage.lost.isEmpty)
        stage.answer(Stage.refusal("LOCK_LOST", ["A1", "A2"]))
        #expect(stage.lost == [LostSeat(code: "A1", reason: .sold), LostSeat(code: "A2", reason: .sold)])
    }

    @Test("seats that a change locked before a release took its place are not lost")
    func releaseInsteadOfChange() {
        var stage = Stage.standing(.held)
        stage.tap("A3")
        stage.begin(.change)
        stage.begin(.release)
        stage.commit(["A3": Stage.lockedState])
        #expect(stage.lost.isEmpty)
        stage.answer(.done)
        #expect(stage.chosen.isEmpty)
    }

    @Test("a confirmation without an answer is sent again until it is known, and nothing else passes it")
    func confirmUnknown() {
        var stage = Stage.standing(.paying)
        guard case .began(let id) = stage.begin(.confirm(orderRef: "o")) else { return #expect(Bool(false)) }
        stage.answer(.unknown(retryAfter: nil))
        #expect(stage.begin(.release) == .after(id: id))
        stage.commit(["A1": Stage.soldState, "A2": Stage.soldState])
        #expect(stage.lost.isEmpty)
        stage.passUntilSent(atMost: .seconds(1))
        #expect(stage.last.call == .confirm(orderRef: "o"))
        stage.answer(.sale(stage.sale(["A1", "A2"])))
        #expect(stage.phase == .sold)
    }

    @Test("release while the lock is unknown: it is released as soon as it is known, and both who wait are told so")
    func releaseWhileUnknown() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(.unknown(retryAfter: nil))
        #expect(stage.begin(.release) == .joined(id: 1))
        #expect(stage.chosen.isEmpty)
        stage.passUntilSent(atMost: .seconds(1))
        #expect(stage.last.call.kind == .lock)
        stage.answer(.lock(stage.lock(["A1", "A2"])))
        #expect(stage.last.call == .release)
        #expect(stage.last.token == "S.1.x")
        #expect(stage.phase == .releasing)
        stage.answer(.done)
        #expect(stage.ends == [1: .released])
        #expect(stage.phase == .released)

        // Nothing was locked: nothing is to be released.
        var other = Stage.standing(.none)
        other.begin(.lock(ttl: nil))
        other.begin(.release)
        other.answer(Stage.refusal("SEAT_TAKEN", ["A1"]))
        #expect(other.ends == [1: .released])
        #expect(other.phase == .choosing)
    }

    @Test("the lock is over when a change, a renewal or a payment is refused with LOCK_LOST; the gateway says how")
    func lockLost() {
        for wish in [LockWish.renew(ttl: nil), .pay] {
            var stage = Stage.standing(.held)
            stage.begin(wish)
            stage.answer(Stage.refusal("LOCK_LOST", ["A2"]))
            #expect(stage.phase == .expired)
            #expect(stage.lost == [LostSeat(code: "A2", reason: .taken)])
            #expect(stage.last.call == .read)
            stage.answer(.lock(stage.lock(["A1", "A2"], state: .released, seq: 12)))
            #expect(stage.phase == .released)
            #expect(stage.chosen == ["A1"])
        }
    }

    @Test("a lock that the gateway does not know is lost; to release it is to be done with it")
    func lockUnknown() {
        var stage = Stage.standing(.held)
        stage.begin(.pay)
        stage.answer(Stage.refusal("LOCK_UNKNOWN"))
        #expect(stage.phase == .lost)
        var other = Stage.standing(.held)
        other.begin(.release)
        other.answer(Stage.refusal("LOCK_UNKNOWN"))
        #expect(other.ends[other.last.id] == .released)
        #expect(other.phase == .released)
    }

    @Test("an app that was killed while its customer paid goes on with the token")
    func attach() {
        var stage = Stage()
        stage.commit(["A1": Stage.lockedState, "A2": Stage.lockedState], seq: 12)
        #expect(stage.machine.attach(token: "S.1.x", now: stage.now, using: &stage.generator) == .began(id: 1))
        stage.take()
        #expect(stage.last == .init(call: .read, token: "S.1.x", requestID: stage.last.requestID, id: 1))
        #expect(stage.phase == .resolving(.read))
        #expect(stage.begin(.confirm(orderRef: "o")) == .after(id: 1))
        stage.answer(.unknown(retryAfter: nil))
        stage.passUntilSent(atMost: .seconds(1))
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .paying)))
        #expect(stage.phase == .paying)
        #expect(stage.chosen == ["A1", "A2"])
        stage.begin(.confirm(orderRef: "o"))
        #expect(stage.last.token == "S.1.x")

        var other = Stage()
        _ = other.machine.attach(token: "nonsense", now: other.now, using: &other.generator)
        other.take()
        other.answer(Stage.refusal("LOCK_UNKNOWN"))
        #expect(other.phase == .choosing)
    }

    @Test("a lock of another show is not taken")
    func otherShow() {
        var stage = Stage()
        _ = stage.machine.attach(token: "T.1.x", now: stage.now, using: &stage.generator)
        stage.take()
        var lock = stage.lock(["A1"])
        lock.showID = "T"
        stage.answer(.lock(lock))
        #expect(stage.phase == .choosing)
        guard case .refused(let refusal)? = stage.ends[1] else { return #expect(Bool(false), "\(stage.ends)") }
        #expect(refusal.reason == "LOCK_UNKNOWN")
    }

    @Test("late answers of calls that were superseded are not heard")
    func superseded() {
        var stage = Stage.standing(.held)
        guard case .began(let pay) = stage.begin(.pay) else { return #expect(Bool(false)) }
        stage.begin(.release)
        stage.answer(.lock(stage.lock(["A1", "A2"], state: .paying)), to: pay)
        #expect(stage.phase == .releasing)
        stage.answer(.done)
        #expect(stage.phase == .released)
        #expect(stage.chosen.isEmpty)
    }
}

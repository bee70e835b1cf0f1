import Testing

@testable import UsherCore

@Suite("A selection's lock and time")
struct LockTimeTests {
    typealias Stage = SelectionStage

    @Test("what is left is told by the gateway's clock, whatever the device's says", arguments: [Int64(-90), 0, 7_000])
    func skew(seconds: Int64) throws {
        var stage = Stage()
        stage.skew = seconds * 1_000_000_000
        stage.hold(["A1"], left: .seconds(100))
        let left = try #require(stage.machine.remaining(now: stage.now))
        #expect((TimeSpan.milliseconds(99_900)...TimeSpan.milliseconds(100_100)).contains(left))
    }

    @Test("at the deadline the gateway is asked; until it says so the lock is not over")
    func deadline() {
        var stage = Stage()
        stage.hold(["A1"], left: .seconds(100))
        stage.passUntilSent(atMost: .seconds(99))
        #expect(stage.sent.count == 1)
        stage.passUntilSent(atMost: .seconds(3))
        #expect(stage.last.call == .read)
        #expect(stage.machine.remaining(now: stage.now) == .zero)
        #expect(stage.phase == .held)
        // Its clock is a little behind: it is asked again, not in a row.
        stage.answer(.lock(stage.lock(["A1"], left: .milliseconds(30), seq: 11)))
        let from = stage.now
        stage.passUntilSent(atMost: .seconds(3))
        #expect(stage.sent.count == 3)
        #expect(stage.now - from >= TimeSpan.milliseconds(500).nanoseconds)
        stage.answer(.lock(stage.lock(["A1"], state: .expired, left: .zero, seq: 12)))
        #expect(stage.phase == .expired)
        #expect(stage.machine.wakesAt == nil)
    }

    @Test("a worse or better answer never makes the countdown jump; a renewal may raise it")
    func slewed() throws {
        var stage = Stage()
        stage.tap("A1")
        stage.begin(.lock(ttl: nil))
        let lock = stage.lock(["A1"], left: .seconds(100))
        // The answer took 4 s: what is left is known to 2 s.
        stage.answer(.lock(lock), after: .seconds(4))
        let first = try #require(stage.machine.remaining(now: stage.now))
        #expect(first == .seconds(98))
        stage.begin(.pay)
        var paying = lock
        paying.state = .paying
        paying.serverTime = stage.serverNow
        stage.answer(.lock(paying), after: .zero)
        #expect(stage.machine.remaining(now: stage.now) == first)
        stage.now += TimeSpan.seconds(96).nanoseconds
        #expect(stage.machine.remaining(now: stage.now) == .zero)
        stage.begin(.endPayment)
        stage.answer(.lock(stage.lock(["A1"], left: .seconds(50))))
        #expect(try #require(stage.machine.remaining(now: stage.now)) > .seconds(49))
    }

    @Test("nothing is renewed unless the app allows it")
    func never() {
        var stage = Stage()
        stage.hold(["A1"], left: .seconds(100))
        stage.passUntilSent(atMost: .seconds(200))
        #expect(stage.last.call == .read)
    }

    @Test("a renewal is asked for some time before the deadline, as long as the app allows, and its end is told")
    func allowance() throws {
        var stage = Stage(policy: Policy(lockTTL: .seconds(300)))
        stage.machine.setAutoRenew(.until(.seconds(500)), on: stage.map, now: stage.now)
        let from = stage.now
        stage.hold(["A1"], left: .seconds(300))
        stage.passUntilSent(atMost: .seconds(299))
        #expect(stage.last.call.kind == .renew)
        guard case .renew(let ttl?) = stage.last.call else { return #expect(Bool(false), "\(stage.last)") }
        // 60 s before the deadline; not beyond what the app allows.
        #expect((TimeSpan.seconds(235)...TimeSpan.seconds(245)).contains(TimeSpan(nanoseconds: stage.now - from)))
        #expect((TimeSpan.seconds(255)...TimeSpan.seconds(265)).contains(ttl))
        #expect(stage.phase == .held)
        stage.answer(.lock(stage.lock(["A1"], left: ttl)))
        #expect(try #require(stage.machine.remaining(now: stage.now)) > .seconds(250))
        stage.passUntilSent(atMost: .seconds(400))
        #expect(stage.last.call == .read)
        #expect(stage.notices == [.renewalEnded(.allowance)])
    }

    @Test("renewal stops at the gateway's limit and says so", arguments: [true, false])
    func limit(byRefusal: Bool) {
        var stage = Stage()
        stage.machine.setAutoRenew(.until(.hours(24)), on: stage.map, now: stage.now)
        stage.hold(["A1"], left: .seconds(90))
        let lock = stage.machine.lock!
        stage.passUntilSent(atMost: .seconds(80))
        #expect(stage.last.call == .renew(ttl: .minutes(15)))
        var same = lock
        same.serverTime = stage.serverNow
        stage.answer(byRefusal ? Stage.refusal("RENEW_LIMIT") : .lock(same))
        #expect(stage.notices == [.renewalEnded(.limit)])
        #expect(stage.phase == .held)
        stage.passUntilSent(atMost: .seconds(300))
        #expect(stage.last.call == .read)
    }

    @Test("a lock that is paid is not renewed")
    func paying() {
        var stage = Stage()
        stage.machine.setAutoRenew(.until(.hours(24)), on: stage.map, now: stage.now)
        stage.hold(["A1"], left: .seconds(90))
        stage.begin(.pay)
        stage.answer(.lock(stage.lock(["A1"], state: .paying, left: .seconds(90))))
        stage.passUntilSent(atMost: .seconds(300))
        #expect(stage.last.call == .read)
    }

    @Test("the customer waits for no renewal of the machine's own")
    func payWhileRenewing() {
        var stage = Stage()
        stage.machine.setAutoRenew(.until(.hours(24)), on: stage.map, now: stage.now)
        stage.hold(["A1"], left: .seconds(90))
        stage.passUntilSent(atMost: .seconds(80))
        #expect(stage.last.call.kind == .renew)
        stage.begin(.pay)
        #expect(stage.last.call == .beginPayment)
    }

    // MARK: Leaving

    @Test(
        "leaving releases a held lock, and never one that is paid, sold or may be",
        arguments: SelectionMachine.Standing.allCases)
    func close(standing: SelectionMachine.Standing) {
        var stage = Stage.standing(standing)
        let count = stage.sent.count
        stage.machine.close(now: stage.now, using: &stage.generator)
        stage.take()
        #expect(stage.sent.count == count + (standing == .held ? 1 : 0))
        #expect(stage.machine.isOver == (standing != .held))
        if standing == .held {
            #expect(stage.last.call == .release)
            stage.answer(.done)
            #expect(stage.machine.isOver)
        }
        #expect(stage.machine.wakesAt == nil)
        #expect(stage.begin(.lock(ttl: nil)) == .answered(.refused(.closed)))
        #expect(stage.tap("A1") == .refused(.closed))
        stage.commit(["A1": Stage.soldState])
        #expect(stage.lost.isEmpty || standing == .lost)
    }

    @Test(
        "leaving during a call: released if it holds, never if it may have been paid",
        arguments: [LockWish.renew(ttl: nil), .pay, .confirm(orderRef: "o"), .release])
    func closeDuring(wish: LockWish) {
        for isUnknown in [false, true] {
            var stage = Stage.standing(.held)
            guard case .began(let id) = stage.begin(wish) else { return #expect(Bool(false)) }
            if isUnknown { stage.answer(.unknown(retryAfter: nil)) }
            let count = stage.sent.count
            stage.machine.close(now: stage.now, using: &stage.generator)
            stage.take()
            switch wish {
            case .renew:
                #expect(stage.last.call == .release)
                #expect(stage.ends[id] == .closed)
            case .release:
                #expect(stage.sent.count == count)
                #expect(!stage.machine.isOver)
            default:
                #expect(stage.sent.count == count)
                #expect(stage.machine.isOver)
                #expect(stage.ends[id] == .closed)
            }
        }
    }

    @Test("leaving while it is asked what became of a payment's beginning releases nothing")
    func closeAfterPaymentInDoubt() {
        var stage = Stage.standing(.held)
        stage.begin(.pay)
        stage.answer(.unknown(retryAfter: nil))
        stage.begin(.confirm(orderRef: "o"))
        stage.answer(.failed(message: "the token is stale"))
        #expect(stage.last.call == .read)
        var other = stage
        stage.machine.close(now: stage.now, using: &stage.generator)
        stage.take()
        #expect(stage.last.call == .read && stage.machine.isOver)
        // Once the gateway has said that it is held, it is released as ever.
        other.answer(.lock(other.lock(["A1", "A2"])))
        other.machine.close(now: other.now, using: &other.generator)
        other.take()
        #expect(other.last.call == .release)
    }

    @Test("absurd spans and times of a gateway trap nothing, and do not end the asking")
    func absurd() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(.unknown(retryAfter: TimeSpan(nanoseconds: .max)))
        stage.passUntilSent(atMost: .hours(1))
        #expect(stage.sent.count == 2)
        stage.machine.setAutoRenew(.until(TimeSpan(nanoseconds: .max)), on: stage.map, now: stage.now)
        for time in [Int64.min, .max] {
            var run = stage
            var lock = run.lock(["A1", "A2"])
            lock.expiresAt = Timestamp(nanoseconds: time)
            run.answer(.lock(lock))
            #expect(run.phase == .held)
            run.passUntilSent(atMost: .hours(1))
            #expect(run.machine.remaining(now: run.now).map { $0 >= .zero } == true)
        }
    }

    @Test("leaving while a lock is unknown: it is released once it is known; the tries are bounded")
    func closeUnknown() {
        var stage = Stage.standing(.none)
        stage.begin(.lock(ttl: nil))
        stage.answer(.unknown(retryAfter: nil))
        stage.machine.close(now: stage.now, using: &stage.generator)
        stage.take()
        stage.passUntilSent(atMost: .seconds(1))
        #expect(stage.last.call.kind == .lock)
        stage.answer(.lock(stage.lock(["A1", "A2"])))
        #expect(stage.last.call == .release)
        for _ in 0..<20 where !stage.machine.isOver {
            stage.answer(.unknown(retryAfter: nil))
            stage.passUntilSent(atMost: .minutes(1))
        }
        #expect(stage.machine.isOver)
        #expect(stage.sent.count { $0.call == .release } == 8)
    }
}

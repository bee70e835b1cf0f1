import Testing

@testable import UsherCore

@Suite("A selection that asks for the best seats")
struct BestSeatsLockTests {
    typealias Stage = SelectionStage

    private static let two = LockWish.lockBest(SeatQuery(count: 2), ttl: .minutes(2))

    @Test("the seats that the gateway chose are the selection, in place of what was chosen before")
    func chosen() {
        var stage = Stage()
        stage.tap("B1")
        #expect(stage.begin(Self.two) == .began(id: 1))
        #expect(stage.last.call == .lockBest(SeatQuery(count: 2), ttl: .minutes(2)))
        #expect(stage.phase == .locking)
        #expect(stage.chosen == ["B1"] && stage.machine.mark(of: "B1") == .chosen)
        let lock = stage.lock(["A3", "A4"])
        stage.answer(.lock(lock))
        #expect(stage.ends[1] == .lock(lock))
        #expect(stage.phase == .held && stage.chosen == ["A3", "A4"])
        #expect(stage.machine.seats.map(\.index) == [2, 3])
        #expect(stage.machine.mark(of: "A3") == .held && stage.machine.mark(of: "B1") == nil)
        stage.commit(["A3": Stage.lockedState, "A4": Stage.lockedState])
        #expect(stage.lost.isEmpty)
    }

    @Test("nothing need be chosen, but the map must be there")
    func withoutMap() {
        var machine = SelectionMachine(showID: "S", holder: "ann")
        var generator = SeededGenerator(seed: 1)
        guard case .answered(.refused(let refusal)) = machine.begin(Self.two, on: nil, now: 0, using: &generator) else {
            return #expect(Bool(false), "it was sent")
        }
        #expect(refusal.reason == "NO_MAP")
    }

    @Test("a refusal leaves what was chosen as it was", arguments: ["NO_SEATS", "SALES_CLOSED", "FIELDS"])
    func refused(reason: String) {
        var stage = Stage.standing(.none)
        stage.begin(Self.two)
        stage.answer(Stage.refusal(reason))
        #expect(stage.chosen == ["A1", "A2"] && stage.phase == .choosing && stage.lost.isEmpty)
    }

    @Test("more than the show allows is not sent")
    func limits() {
        var stage = Stage(policy: Policy(maxSeatsPerLock: 4, maxSeatsPerHolder: 5))
        func refusal(_ count: Int) -> SelectionRefusal? {
            guard case .answered(.refused(let refusal)) = stage.begin(.lockBest(SeatQuery(count: count), ttl: nil))
            else { return nil }
            return refusal
        }
        #expect(refusal(5)?.reason == "TOO_MANY_SEATS" && refusal(5)?.limit == 4)
        stage.machine.otherSeats = 2
        #expect(refusal(4)?.limit == 5)
        #expect(stage.sent.isEmpty)
        #expect(refusal(3) == nil && stage.sent.count == 1)
    }

    @Test("a chosen seat that turns out to be one of the best is never told as lost; another one is, once it is known")
    func chosenBefore() {
        var stage = Stage()
        stage.tap("A3")
        stage.tap("B1")
        stage.begin(Self.two)
        stage.commit(["A3": Stage.lockedState, "A4": Stage.lockedState, "B1": Stage.lockedState])
        #expect(stage.lost.isEmpty && stage.chosen == ["A3", "B1"])
        stage.answer(.lock(stage.lock(["A3", "A4"])))
        #expect(stage.lost.isEmpty && stage.chosen == ["A3", "A4"])

        var refused = Stage()
        refused.tap("B1")
        refused.begin(Self.two)
        refused.commit(["B1": Stage.lockedState])
        refused.answer(Stage.refusal("NO_SEATS"))
        #expect(refused.lost == [LostSeat(code: "B1", reason: .locked)] && refused.chosen.isEmpty)
    }

    @Test(
        "without an answer it is asked again with the same request id; given up meanwhile, what it locked is released")
    func unknown() {
        var stage = Stage()
        stage.begin(Self.two)
        let first = stage.last
        stage.answer(.unknown(retryAfter: nil))
        #expect(stage.phase == .resolving(.lock))
        stage.passUntilSent(atMost: .seconds(5))
        #expect(stage.last == first && stage.sent.count == 2)
        #expect(stage.begin(.release) == .joined(id: 1))
        stage.answer(.lock(stage.lock(["A3", "A4"])))
        #expect(stage.last.call == .release && stage.last.token == "S.1.x")
        stage.answer(.done)
        #expect(stage.ends[1] == .released && stage.chosen.isEmpty)
    }

    @Test("closed while it is open: what it locked is released")
    func closed() {
        var stage = Stage()
        stage.begin(Self.two)
        stage.machine.close(now: stage.now, using: &stage.generator)
        stage.answer(.lock(stage.lock(["A3", "A4"])))
        #expect(stage.last.call == .release)
    }

    @Test("the same question joins, another one waits")
    func again() {
        var stage = Stage()
        stage.begin(Self.two)
        #expect(stage.begin(Self.two) == .joined(id: 1))
        #expect(stage.begin(.lockBest(SeatQuery(count: 3), ttl: .minutes(2))) == .after(id: 1))
        #expect(stage.begin(.lockBest(SeatQuery(count: 2), ttl: nil)) == .after(id: 1))
        #expect(stage.begin(.lock(ttl: nil)) == .after(id: 1))
        #expect(stage.sent.count == 1)
    }
}

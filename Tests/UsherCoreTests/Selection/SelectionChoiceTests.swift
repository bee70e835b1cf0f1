import Testing

@testable import UsherCore

@Suite("Choosing seats")
struct SelectionChoiceTests {
    private static func reason(_ outcome: TapOutcome) -> String? {
        if case .refused(let refusal) = outcome { refusal.reason } else { nil }
    }

    private static func couples() -> Hall {
        var hall = Stage.hall()
        // B1 and B2 are a pair.
        hall.seats[6].partner = "B2"
        hall.seats[7].partner = "B1"
        return hall
    }

    @Test("a tap chooses a seat, another gives it back; nothing is sent")
    func toggle() {
        var stage = SelectionStage()
        #expect(stage.tap("A1") == .selected(["A1"]))
        #expect(stage.tap("A3") == .selected(["A3"]))
        #expect(stage.machine.seats == [ChosenSeat(code: "A1", index: 0), ChosenSeat(code: "A3", index: 2)])
        #expect(stage.tap("A1") == .deselected(["A1"]))
        #expect(stage.chosen == ["A3"])
        #expect(stage.sent.isEmpty)
        #expect(stage.phase == .choosing)
        #expect(stage.machine.mark(of: "A3") == .chosen)
        #expect(stage.machine.mark(of: "A1") == nil)
    }

    @Test("a second tap on the same seat within 200 ms counts with the first; a third one later counts")
    func doubleTap() {
        var stage = SelectionStage()
        #expect(stage.tap("A1") == .selected(["A1"]))
        #expect(stage.tap("A1", after: .milliseconds(150)) == .repeated)
        #expect(stage.chosen == ["A1"])
        #expect(stage.tap("A1", after: .milliseconds(50)) == .deselected(["A1"]))
        #expect(stage.tap("A1", after: .milliseconds(199)) == .repeated)
        #expect(stage.tap("A2", after: .milliseconds(1)) == .selected(["A2"]))
        #expect(stage.chosen == ["A2"])
    }

    @Test("a double tap over a pair counts once, whichever halves it met")
    func doubleTapOnPair() {
        var stage = SelectionStage(hall: Self.couples())
        #expect(stage.tap("B1") == .selected(["B1", "B2"]))
        #expect(stage.tap("B2", after: .milliseconds(100)) == .repeated)
        #expect(stage.chosen == ["B1", "B2"])
    }

    @Test("only what is available can be chosen", arguments: [UInt8(2), 3, 4, 0, 77])
    func notAvailable(state: UInt8) {
        var stage = SelectionStage()
        stage.map.states[0] = state
        let outcome = stage.tap("A1")
        #expect(outcome == .refused(.seatTaken(["A1"])))
        #expect(stage.chosen.isEmpty)
    }

    @Test("seats that there are not, and a map that is not there, are refused")
    func unknown() {
        var stage = SelectionStage()
        #expect(Self.reason(stage.machine.tap(24, on: stage.map, now: 0)) == "SEAT_UNKNOWN")
        #expect(Self.reason(stage.machine.tap(-1, on: stage.map, now: 0)) == "SEAT_UNKNOWN")
        #expect(Self.reason(stage.machine.select("Z9", on: stage.map, now: 0)) == "SEAT_UNKNOWN")
        #expect(Self.reason(stage.machine.tap(0, on: nil, now: 0)) == "NO_MAP")
        // A map whose states are fewer than its hall's seats.
        stage.map.states = []
        #expect(Self.reason(stage.tap("A1")) == "SEAT_TAKEN")
    }

    @Test("limits are judged before anything is sent")
    func limits() {
        var stage = SelectionStage(policy: Policy(maxSeatsPerLock: 2))
        stage.tap("A1")
        stage.tap("A2")
        let outcome = stage.tap("A3")
        guard case .refused(let refusal) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(refusal.reason == "TOO_MANY_SEATS")
        #expect(refusal.limit == 2)
        #expect(refusal.seats == ["A3"])

        var other = SelectionStage(policy: Policy(maxSeatsPerHolder: 3))
        other.machine.otherSeats = 2
        #expect(other.tap("A1") == .selected(["A1"]))
        #expect(Self.reason(other.tap("A2")) == "TOO_MANY_SEATS")
    }

    @Test("one row, where the show wants it")
    func sameRow() {
        var stage = SelectionStage(policy: Policy(sameRowOnly: true))
        stage.tap("A1")
        #expect(Self.reason(stage.tap("B1")) == "NOT_SAME_ROW")
        #expect(stage.tap("A6") == .selected(["A6"]))
    }

    @Test("half a couple's pair brings the other half, and takes it along")
    func pairs() {
        var stage = SelectionStage(hall: Self.couples())
        #expect(stage.tap("B2") == .selected(["B2", "B1"]))
        #expect(stage.tap("B1") == .deselected(["B1", "B2"]))
        #expect(stage.chosen.isEmpty)

        var loose = SelectionStage(policy: Policy(keepPairsTogether: false), hall: Self.couples())
        #expect(loose.tap("B2") == .selected(["B2"]))

        var tight = SelectionStage(policy: Policy(maxSeatsPerLock: 1), hall: Self.couples())
        #expect(Self.reason(tight.tap("B1")) == "TOO_MANY_SEATS")
    }

    @Test("half a pair may be taken alone when its other half is not to be had, and not once it is")
    func halfPair() {
        var stage = SelectionStage(hall: Self.couples())
        stage.map.states[7] = SelectionStage.soldState
        #expect(stage.tap("B1") == .selected(["B1"]))
        stage.commit(["B2": SelectionStage.available])
        #expect(stage.begin(.lock(ttl: nil)) == .answered(.refused(.splitPair(["B1"], repair: ["C1"]))))
        #expect(stage.sent.isEmpty)
        #expect(stage.machine.select("B2", on: stage.map, now: stage.now) == .selected(["B2"]))
        #expect(stage.begin(.lock(ttl: nil)) == .began(id: 1))
    }

    @Test(
        "who would leave a seat alone hears it before anything is sent, with what to take instead; not while choosing")
    func orphans() {
        var stage = SelectionStage(policy: Policy())
        #expect(stage.tap("B3") == .selected(["B3"]))
        stage.now += 1_000_000_000
        #expect(stage.tap("B2") == .selected(["B2"]))
        #expect(
            stage.begin(.lock(ttl: nil))
                == .answered(.refused(.orphanSeat(["B1"], repair: ["B1", "B2"]))))
        #expect(stage.sent.isEmpty)
        #expect(stage.tap("B1") == .selected(["B1"]))
        #expect(stage.begin(.lock(ttl: nil)) == .began(id: 1))

        var off = SelectionStage()
        off.tap("B2")
        #expect(off.begin(.lock(ttl: nil)) == .began(id: 1))
        // Before the show was heard nobody knows its rule: the gateway judges.
        var early = SelectionStage(policy: Policy())
        early.map.show = nil
        early.tap("B2")
        #expect(early.begin(.lock(ttl: nil)) == .began(id: 1))
    }

    @Test("the seats of the own lock are free for its change")
    func ownLock() {
        var stage = SelectionStage.standing(.held)
        stage.commit(["A1": SelectionStage.lockedState, "A2": SelectionStage.lockedState])
        stage.map.show?.policy = Policy()
        #expect(stage.tap("A4") == .selected(["A4"]))
        #expect(
            stage.begin(.change)
                == .answered(.refused(.orphanSeat(["A3"], repair: ["A1", "A2", "A3"]))))
        #expect(stage.tap("A3") == .selected(["A3"]))
        guard case .began = stage.begin(.change) else { return #expect(Bool(false)) }
    }

    @Test("count and price per currency stand right after every change")
    func totals() {
        let prices = [
            ZonePrice(zoneID: "front", currencyCode: "EUR", amountMinor: 2_500),
            ZonePrice(zoneID: "front", ticketType: "child", currencyCode: "EUR", amountMinor: 1),
        ]
        var stage = SelectionStage(prices: prices)
        stage.tap("A1")
        stage.tap("A2")
        stage.tap("B1")
        var totals = stage.machine.totals(on: stage.map)
        #expect(totals.count == 3)
        #expect(totals.amounts == [Money(currencyCode: "EUR", amountMinor: 5_000)])
        #expect(totals.unpriced == 1)
        stage.map.show?.prices.append(ZonePrice(zoneID: "back", currencyCode: "USD", amountMinor: 7))
        #expect(stage.machine.totals(on: stage.map).amounts.map(\.currencyCode) == ["EUR", "USD"])
        stage.tap("B1")
        // What is locked costs what it cost then.
        stage.begin(.lock(ttl: nil))
        var lock = stage.lock(["A1", "A2"])
        lock.seatPrices = [
            SeatPrice(seat: "A1", zoneID: "front", amount: Money(currencyCode: "EUR", amountMinor: 2_500))
        ]
        stage.answer(.lock(lock))
        stage.map.show?.prices[0].amountMinor = 9_999
        stage.tap("A3")
        totals = stage.machine.totals(on: stage.map)
        #expect(totals.amounts == [Money(currencyCode: "EUR", amountMinor: 12_499)])
        #expect(totals.unpriced == 1)
    }

    @Test("another hall revision maps the selection by seat code, and tells what it does not have")
    func hallRevision() {
        var stage = SelectionStage()
        stage.tap("A1")
        stage.tap("B2")
        var hall = Stage.hall()
        hall.revision = 2
        hall.seats.removeFirst()
        stage.replaceMap { map in
            map.hall = HallRevision(hall)
            map.states.removeFirst()
            map.position.seq += 1
        }
        #expect(stage.machine.seats == [ChosenSeat(code: "B2", index: 6)])
        #expect(stage.lost == [LostSeat(code: "A1", reason: .gone)])
    }

    @Test("clear gives everything back and forgets the losses; a lock stays")
    func clear() {
        var stage = SelectionStage.standing(.held)
        #expect(stage.machine.clear() == .deselected(["A1", "A2"]))
        #expect(stage.chosen.isEmpty)
        #expect(stage.phase == .held)
        #expect(stage.machine.mark(of: "A1") == .leaving)
        #expect(stage.begin(.change) == .answered(.refused(.noSeats)))
    }

    @Test("choosing what is chosen and giving back what is not change nothing")
    func idempotent() {
        var stage = SelectionStage()
        #expect(stage.machine.select("A1", on: stage.map, now: 0) == .selected(["A1"]))
        #expect(stage.machine.select("A1", on: stage.map, now: 0) == .selected([]))
        #expect(stage.machine.deselect("A2", on: stage.map) == .deselected([]))
        #expect(stage.chosen == ["A1"])
    }
}

import Testing

@testable import UsherCore

/// A selection machine with a map, a clock that only the test moves, and the calls that it wanted sent.
struct SelectionStage {
    struct Sent: Equatable {
        var call: LockCall
        var token: String
        var requestID: String
        var id: Int
    }

    static let available = SeatState.available.rawValue
    static let lockedState = SeatState.locked.rawValue
    static let soldState = SeatState.sold.rawValue
    static let blocked = SeatState.blocked.rawValue

    var machine: SelectionMachine
    var map: SelectionMap
    var now: Int64 = 5_000_000_000
    /// The gateway's clock is this far ahead of the local one.
    var skew: Int64 = 1_700_000_000_000_000_000
    var generator = SeededGenerator(seed: 7)
    var sent: [Sent] = []
    var ends: [Int: CallOutcome] = [:]
    var notices: [SelectionNotice] = []

    /// Rows A, B … with columns 1, 2 …: `A1`; row A is in zone `front`. All available at seq 10.
    init(policy: Policy = Stage.policy, prices: [ZonePrice] = [], hall: Hall = Stage.hall()) {
        machine = SelectionMachine(showID: "S", holder: "ann")
        let show = Show(
            showID: "S", hallID: hall.hallID, hallRevision: 1, startsAt: Timestamp(nanoseconds: 0),
            endsAt: Timestamp(nanoseconds: .max), prices: prices, policy: policy)
        map = SelectionMap(
            hall: HallRevision(hall), show: show,
            states: [UInt8](repeating: Self.available, count: hall.seats.count),
            position: Position(epoch: "e", seq: 10))
    }

    var chosen: [String] { machine.seats.map(\.code) }
    var phase: SelectionPhase { machine.phase }
    var lost: [LostSeat] {
        notices.flatMap { notice -> [LostSeat] in
            if case .lost(let seats) = notice { seats } else { [] }
        }
    }
    /// The call that waits for an answer.
    var last: Sent {
        guard let last = sent.last else {
            Issue.record("nothing was sent")
            return Sent(call: .read, token: "", requestID: "", id: -1)
        }
        return last
    }

    mutating func take() {
        for directive in machine.takeDirectives() {
            switch directive {
            case .send(let call, let token, let requestID, let id):
                sent.append(Sent(call: call, token: token, requestID: requestID, id: id))
            case .end(let id, let outcome):
                #expect(ends[id] == nil, "call \(id) ended twice")
                ends[id] = outcome
            case .tell(let notice): notices.append(notice)
            }
        }
    }

    @discardableResult
    mutating func tap(_ code: String, after span: TimeSpan = .seconds(1)) -> TapOutcome {
        now += span.nanoseconds
        let outcome = machine.tap(map.hall.seatIndex(code) ?? -1, on: map, now: now)
        take()
        return outcome
    }

    @discardableResult
    mutating func begin(_ wish: LockWish) -> Begun {
        let begun = machine.begin(wish, on: map, now: now, using: &generator)
        take()
        return begun
    }

    mutating func answer(_ result: CallResult, to id: Int? = nil, after span: TimeSpan = .milliseconds(20)) {
        now += span.nanoseconds
        machine.callEnded(id ?? last.id, result, on: map, now: now, using: &generator)
        take()
    }

    /// A commit of the show's: its seats are others now.
    mutating func commit(_ changes: [String: UInt8], seq: UInt64? = nil) {
        map.position.seq = seq ?? map.position.seq + 1
        for (code, state) in changes { map.states[map.hall.seatIndex(code)!] = state }
        machine.mapChanged(map, now: now, using: &generator)
        take()
    }

    mutating func replaceMap(_ change: (inout SelectionMap) -> Void) {
        change(&map)
        machine.mapChanged(map, now: now, using: &generator)
        take()
    }

    mutating func pass(_ span: TimeSpan) {
        now += span.nanoseconds
        machine.timePassed(on: map, now: now, using: &generator)
        take()
    }

    /// Runs the machine's alarms until `span` has passed or something is sent.
    mutating func passUntilSent(atMost span: TimeSpan) {
        let end = now + span.nanoseconds
        let count = sent.count
        while sent.count == count, let at = machine.wakesAt, at <= end {
            now = max(now, at)
            machine.timePassed(on: map, now: now, using: &generator)
            take()
        }
        if sent.count == count { now = end }
    }

    var serverNow: Timestamp { Timestamp(nanoseconds: now + skew) }

    /// A lock as the gateway would answer now.
    func lock(
        _ seats: [String], state: LockState = .held, left: TimeSpan = .minutes(15), seq: UInt64 = 11,
        token: String = "S.1.x"
    ) -> SeatLock {
        SeatLock(
            lockID: "S.1", token: token, showID: "S", holder: "ann", seats: seats, state: state,
            expiresAt: serverNow + left, serverTime: serverNow, seq: seq)
    }

    func sale(_ seats: [String], order: String = "o", late: Bool = false, seq: UInt64 = 12) -> SeatSale {
        SeatSale(
            saleID: "S.9", lockID: "S.1", showID: "S", holder: "ann", orderRef: order, seats: seats,
            soldAt: serverNow, seq: seq, late: late)
    }

    static func refusal(_ reason: String, _ seats: [String] = []) -> CallResult {
        .refused(SelectionRefusal(reason, seats: seats, message: reason))
    }

    /// Chooses and locks; the map has seen it.
    mutating func hold(_ seats: [String], left: TimeSpan = .minutes(15)) {
        for seat in seats { tap(seat) }
        begin(.lock(ttl: nil))
        answer(.lock(lock(seats, left: left, seq: map.position.seq + 1)))
        commit(Dictionary(uniqueKeysWithValues: seats.map { ($0, Self.lockedState) }))
    }

    /// Brings a fresh machine to where a lock of A1 and A2 stands so.
    static func standing(_ standing: SelectionMachine.Standing) -> SelectionStage {
        var stage = SelectionStage()
        if standing == .none {
            stage.tap("A1")
            stage.tap("A2")
            return stage
        }
        stage.hold(["A1", "A2"])
        switch standing {
        case .none, .held: break
        case .paying:
            stage.begin(.pay)
            stage.answer(.lock(stage.lock(["A1", "A2"], state: .paying)))
        case .sold:
            stage.begin(.confirm(orderRef: "o"))
            stage.answer(.sale(stage.sale(["A1", "A2"])))
            stage.commit(["A1": soldState, "A2": soldState])
        case .expired:
            stage.passUntilSent(atMost: .minutes(16))
            stage.answer(.lock(stage.lock(["A1", "A2"], state: .expired, left: .zero, seq: 12)))
            stage.commit(["A1": available, "A2": available])
        case .lost:
            stage.begin(.confirm(orderRef: "o"))
            stage.answer(refusal("LOCK_LOST", ["A2"]))
            stage.commit(["A1": available, "A2": lockedState])
        case .released:
            stage.begin(.release)
            stage.answer(.done)
            stage.commit(["A1": available, "A2": available])
        }
        #expect(stage.machine.standing == standing)
        #expect(stage.machine.pending == nil)
        return stage
    }
}

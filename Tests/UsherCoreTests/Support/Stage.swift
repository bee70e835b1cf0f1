import Testing
import UsherCore

/// A hall, a show in it and a log: does what a ledger does, with a clock that only the test moves.
struct Stage {
    var state: ShowState
    var log: [ShowRecord] = []
    var now = Stage.start
    /// All changes, one delta per raised seq.
    var deltas: [SeatDelta] = []

    static let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    static let secret = TokenSecret(high: 7, low: 9)
    /// Most tests lock any seats: whom they leave alone is another matter.
    static let policy = Policy(orphanRule: .off)

    init(
        hall: Hall = Stage.hall(), policy: Policy = Stage.policy, prices: [ZonePrice] = [],
        endsAfter: TimeSpan = .hours(6)
    ) {
        let show = Show(
            showID: "S", hallID: hall.hallID, hallRevision: 1, title: "T", startsAt: Stage.start + .hours(3),
            endsAt: Stage.start + endsAfter, prices: prices, policy: policy, version: 1, epoch: "e")
        state = ShowState(hall: HallRevision(hall), created: show)
        commit([.created(show)])
    }

    /// Rows A, B … with columns 1, 2 …: `A1`. Row A is in zone `front`, the others in `back`.
    static func hall(rows: Int = 4, columns: Int = 6) -> Hall {
        var seats: [Seat] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let letter = Character(UnicodeScalar(UInt8(65 + row % 26)))
                let tail = row < 26 ? "" : "x\(row / 26)-"
                seats.append(
                    Seat(
                        code: "\(letter)\(tail)\(column + 1)", row: row, column: column,
                        zoneID: row == 0 ? "front" : "back"))
            }
        }
        return Hall(
            hallID: "H", revision: 1, rowCount: rows, columnCount: columns, seats: seats,
            zones: [Zone(zoneID: "front"), Zone(zoneID: "back")])
    }

    static let euros = [
        ZonePrice(zoneID: "front", currencyCode: "EUR", amountMinor: 2_500),
        ZonePrice(zoneID: "back", currencyCode: "EUR", amountMinor: 1_200),
    ]

    @discardableResult
    mutating func commit(_ events: [ShowEvent]) -> UInt64 {
        let first = state.logIndex + 1
        for event in events {
            let record = ShowRecord(index: state.logIndex + 1, at: state.effectiveNow(now), event: event)
            let before = state.seq
            let applied = state.apply(record)
            log.append(record)
            if state.seq != before {
                #expect(state.seq == before + 1)
                #expect(!applied.changes.isEmpty)
                deltas.append(SeatDelta(firstSeq: state.seq, lastSeq: state.seq, changes: applied.changes))
            } else {
                #expect(applied.changes.isEmpty)
            }
        }
        return first
    }

    /// Expires what is due, decides and commits, as the ledger does.
    @discardableResult
    mutating func run(_ command: ShowCommand) -> Result<ReplySubject, Refusal> {
        commit(state.expirations(now: now))
        switch state.decide(command, now: now) {
        case .reply(let subject): return .success(subject)
        case .refuse(let refusal): return .failure(refusal)
        case .commit(let events, let subject):
            let first = commit(events)
            for (offset, event) in events.enumerated() {
                switch (subject, event) {
                case (.newLock, .locked): return .success(.lock(first + UInt64(offset)))
                case (.newSale, .confirmed): return .success(.sale(first + UInt64(offset)))
                default: continue
                }
            }
            return .success(subject)
        }
    }

    @discardableResult
    mutating func lock(
        _ seats: [String], holder: String = "ann", ttl: TimeSpan? = nil
    ) throws(Refusal) -> LockKey {
        let subject = try run(.lockSeats(holder: holder, seats: seats, ttl: ttl, secret: Stage.secret)).get()
        guard case .lock(let number) = subject else { preconditionFailure("\(subject)") }
        return LockKey(number: number, secret: Stage.secret)
    }

    func lock(_ key: LockKey) -> Lock { state.lock(key.number)! }

    mutating func sell(_ key: LockKey, order: String = "o") throws(Refusal) -> Sale {
        let subject = try run(.confirmLock(key, orderRef: order)).get()
        guard case .sale(let number) = subject else { preconditionFailure("\(subject)") }
        return state.sale(number)!
    }

    mutating func pass(_ span: TimeSpan) { now = now + span }

    func stateOf(_ code: String) -> SeatState {
        SeatState(rawValue: state.states[state.hall.seatIndex(code)!])!
    }
}

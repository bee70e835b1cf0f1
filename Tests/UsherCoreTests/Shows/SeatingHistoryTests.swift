import Testing

@testable import UsherCore

/// Evenings by chance: locks, changes, releases, sales and refunds in any hall, with every verdict held to the rule's words.
@Suite("Whoever comes and goes, nobody is left alone who need not be")
struct SeatingHistoryTests {
    @Test(
        "an accepted lock leaves no avoidable orphan; a refusal's repair and every suggestion are accepted",
        arguments: 0..<24)
    func evening(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let rule = seed % 3 == 2 ? OrphanRule.strict : .avoidable
        var evening = Evening(rule, using: &generator)
        for _ in 0..<60 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4: try evening.lock(using: &generator)
            case 4..<6: try evening.lockBest(Int.random(in: 1...7, using: &generator), using: &generator)
            case 6..<8: try evening.change(using: &generator)
            default: evening.leave(using: &generator)
            }
        }
    }
}

private struct Evening {
    let rule: OrphanRule
    /// The hall with its states as they are.
    var drawn: DrawnHall
    var stage: Stage
    var locks: [LockKey] = []

    init(_ rule: OrphanRule, using generator: inout SeededGenerator) {
        self.rule = rule
        drawn = DrawnHall.random(using: &generator, rows: 4, columns: 10)
        stage = Stage(hall: drawn.hall, policy: Policy(maxSeatsPerLock: 50, orphanRule: rule))
        let gone = drawn.hall.seats.indices.filter { drawn.states[$0] != SeatState.available.rawValue }
        if !gone.isEmpty { _ = stage.run(.blockSeats(gone.map { drawn.hall.seats[$0].code }, reason: "")) }
    }

    /// The rule's words about the seats as they are now.
    private mutating func naive() -> NaiveRules {
        drawn.states = stage.state.states
        return NaiveRules(drawn)
    }

    /// Seats near each other, as people choose, or anywhere.
    private mutating func party(using generator: inout SeededGenerator) -> [String] {
        let free = naive().free.sorted()
        guard !free.isEmpty else { return [] }
        let size = Int.random(in: 1...min(5, free.count), using: &generator)
        let start = Int.random(in: 0...(free.count - size), using: &generator)
        let pool = Bool.random(using: &generator) ? Array(free[start...].prefix(size + 2)) : free
        return drawn.codes(pool.shuffled(using: &generator).prefix(size).map(Int32.init))
    }

    mutating func lock(using generator: inout SeededGenerator) throws {
        let seats = party(using: &generator)
        guard !seats.isEmpty else { return }
        let naive = naive()
        let verdict = naive.judge(Set(drawn.indexes(seats).map(Int.init)), rule)
        do throws(Refusal) {
            locks.append(try stage.lock(seats))
            #expect(verdict == .accepted, "\(seats)")
        } catch {
            guard let repair = repair(of: error, verdict) else { return }
            #expect(repair.count == seats.count)
            #expect(naive.judge(Set(drawn.indexes(repair).map(Int.init)), rule) == .accepted)
            locks.append(try stage.lock(repair))
        }
    }

    /// What to take instead; the refusal names whom the words do.
    private func repair(of refusal: Refusal, _ verdict: NaiveRules.Verdict) -> [String]? {
        switch refusal {
        case .orphanSeat(let alone, let repair):
            #expect(verdict == .orphans(Set(drawn.indexes(alone).map(Int.init))))
            #expect(repair != nil, "nobody is left without a choice")
            return repair?.seats
        case .splitPair(let halves, let repair):
            #expect(verdict == .split(Set(drawn.indexes(halves).map(Int.init))))
            return repair?.seats
        default:
            Issue.record("\(refusal)")
            return nil
        }
    }

    mutating func lockBest(_ count: Int, using generator: inout SeededGenerator) throws {
        let query = SeatQuery(count: count, seed: generator.next())
        let naive = naive()
        let proposals = try stage.state.show.proposals(
            query, in: stage.state.hall, states: stage.state.states, now: stage.now)
        for proposal in proposals {
            #expect(naive.judge(Set(drawn.indexes(proposal.seats).map(Int.init)), rule) == .accepted)
            // This one alone: it is locked, and given back.
            let key = try stage.lock(proposal.seats)
            _ = try stage.run(.releaseLock(key)).get()
        }
        switch stage.run(.lockBestSeats(holder: "ann", query, ttl: nil, secret: Stage.secret)) {
        case .success(.lock(let number)):
            let key = LockKey(number: number, secret: Stage.secret)
            #expect(codes(stage.lock(key)) == proposals.first?.seats)
            locks.append(key)
        case .success(let subject): Issue.record("\(subject)")
        case .failure(let refusal):
            #expect(refusal == .noSeats && proposals.isEmpty)
        }
    }

    mutating func change(using generator: inout SeededGenerator) throws {
        guard let key = locks.randomElement(using: &generator), stage.lock(key).state == .held else { return }
        let had = codes(stage.lock(key))
        let added = party(using: &generator)
        let removed = had.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
        let after = had.filter { !removed.contains($0) } + added
        guard !added.isEmpty || !removed.isEmpty, !after.isEmpty else { return }
        // As a release and a lock anew.
        drawn.states = stage.state.states
        drawn.set(.available, drawn.indexes(had))
        let verdict = NaiveRules(drawn).judge(Set(drawn.indexes(after).map(Int.init)), rule)
        do throws(Refusal) {
            _ = try stage.run(.changeLock(key, add: added, remove: removed)).get()
            #expect(verdict == .accepted, "\(had) → \(after)")
        } catch {
            try take(repair(of: error, verdict), instead: had, key, count: after.count)
        }
    }

    private mutating func take(_ repair: [String]?, instead had: [String], _ key: LockKey, count: Int) throws {
        guard let seats = repair else { return }
        #expect(seats.count == count)
        // What the lock has already would do: then there is nothing to change.
        if Set(seats) == Set(had) { return }
        let change = ShowCommand.changeLock(
            key, add: seats.filter { !had.contains($0) }, remove: had.filter { !seats.contains($0) })
        #expect(try stage.run(change).get() == .lock(key.number), "\(had) → \(seats)")
    }

    /// Given back, or sold and some of it refunded.
    mutating func leave(using generator: inout SeededGenerator) {
        guard let place = locks.indices.randomElement(using: &generator) else { return }
        let key = locks.remove(at: place)
        if Bool.random(using: &generator) {
            _ = stage.run(.releaseLock(key))
        } else if case .success(.sale(let number)) = stage.run(.confirmLock(key, orderRef: "o\(key.number)")) {
            let some = codes(stage.lock(key)).filter { _ in Bool.random(using: &generator) }
            if !some.isEmpty { _ = stage.run(.refundSale(number: number, seats: some, all: false)) }
        }
    }

    private func codes(_ lock: Lock) -> [String] {
        lock.seats.map { drawn.hall.seats[Int($0.seat)].code }
    }
}

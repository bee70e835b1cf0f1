import Testing
import UsherCore

/// Seeded random lives of a show.
@Suite struct ReplayTests {
    /// One random command, about known and unknown things.
    static func command(
        _ stage: Stage, _ keys: [LockKey], _ sales: [UInt64], _ random: inout SeededGenerator
    ) -> ShowCommand {
        let codes = stage.state.hall.hall.seats.map(\.code)
        func seats(_ most: Int, _ random: inout SeededGenerator) -> [String] {
            Array(codes.shuffled(using: &random).prefix(Int.random(in: 1...most, using: &random)))
        }
        let key = keys.randomElement(using: &random) ?? LockKey(number: 1, secret: Stage.secret)
        let span = Bool.random(using: &random) ? nil : TimeSpan.seconds(.random(in: 1...3_600, using: &random))
        switch Int.random(in: 0..<15, using: &random) {
        case 0...3:
            let holder = ["ann", "bob", "cid"].randomElement(using: &random)!
            return .lockSeats(holder: holder, seats: seats(4, &random), ttl: span, secret: Stage.secret)
        case 4:
            let held = stage.state.lock(key.number)?.seats.map { codes[Int($0.seat)] } ?? []
            let remove = held.filter { _ in Bool.random(using: &random) }
            return .changeLock(key, add: seats(2, &random), remove: remove)
        case 5: return .renewLock(key, ttl: span)
        case 6, 7: return .beginPayment(key)
        case 8: return .endPayment(key)
        case 9, 10: return .confirmLock(key, orderRef: Bool.random(using: &random) ? "o" : "p")
        case 11: return .releaseLock(key)
        case 12:
            let number = sales.randomElement(using: &random) ?? 1
            let sold = stage.state.sale(number)?.seats.map { codes[Int($0.seat)] } ?? []
            if sold.isEmpty || Bool.random(using: &random) { return .refundSale(number: number, seats: [], all: true) }
            return .refundSale(number: number, seats: [sold[0]], all: false)
        case 13: return .blockSeats(seats(2, &random), reason: "r")
        default:
            if Bool.random(using: &random) { return .unblockSeats(seats(6, &random), reason: "r") }
            var show = stage.state.show
            show.title = "T\(Int.random(in: 0..<3, using: &random))"
            show.prices = Bool.random(using: &random) ? Stage.euros : []
            show.policy.maxSeatsPerHolder = Bool.random(using: &random) ? 8 : nil
            return .updateShow(show, fields: [.title, .prices, .policy], expectedVersion: 0)
        }
    }

    struct Life {
        var stage: Stage
        var keys: [LockKey] = []
        var sales: [UInt64] = []
        var snapshots: [ShowSnapshot] = []
        /// What a store would hold at each snapshot.
        var archives: [[UInt64: Lock]] = []
        var refusals = 0
    }

    static func life(seed: UInt64, steps: Int) -> Life {
        var random = SeededGenerator(seed: seed)
        var life = Life(stage: Stage(policy: Policy(maxSeatsPerHolder: 8), prices: Stage.euros, endsAfter: .hours(40)))
        var archive: [UInt64: Lock] = [:]
        for _ in 0..<steps {
            // Mostly small steps, now and then a jump over deadlines, now and then back.
            let seconds = Int64.random(in: -5...60, using: &random)
            life.stage.pass(.seconds(Int.random(in: 0..<40, using: &random) == 0 ? seconds * 60 : seconds))
            let result = life.stage.run(command(life.stage, life.keys, life.sales, &random))
            switch result {
            case .success(.lock(let number)):
                if !life.keys.contains(where: { $0.number == number }) {
                    life.keys.append(LockKey(number: number, secret: Stage.secret))
                }
            case .success(.sale(let number)):
                if !life.sales.contains(number) { life.sales.append(number) }
            case .success: break
            case .failure: life.refusals += 1
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                for lock in life.stage.state.takeClosedLocks() { archive[lock.number] = lock }
                life.snapshots.append(life.stage.state.snapshot)
                life.archives.append(archive)
            }
        }
        return life
    }

    static func checkInvariants(_ state: ShowState) {
        let snapshot = state.snapshot
        var owners = [UInt64](repeating: 0, count: snapshot.states.count)
        var holders: [String: Int] = [:]
        for lock in snapshot.openLocks {
            #expect(lock.state.isOpen)
            for seat in lock.seats {
                #expect(owners[Int(seat.seat)] == 0, "two locks own seat \(seat.seat)")
                owners[Int(seat.seat)] = lock.number
                #expect(snapshot.states[Int(seat.seat)] == SeatState.locked.rawValue)
            }
            holders[lock.holder, default: 0] += lock.seats.count
        }
        for (seat, byte) in snapshot.states.enumerated() {
            switch SeatState(rawValue: byte) {
            case .locked: #expect(snapshot.owners[seat] == owners[seat])
            case .sold:
                let sale = state.sale(snapshot.owners[seat])
                #expect(sale?.seats.contains { Int($0.seat) == seat } == true)
                if let sale { holders[sale.holder, default: 0] += 1 }
            default: #expect(snapshot.owners[seat] == 0)
            }
        }
        #expect(holders == snapshot.holderCounts)
        #expect(state.nextDeadline == snapshot.openLocks.map(\.expiresAt).min())
        let counts = state.counts()
        #expect(counts.total == snapshot.states.count)
        #expect(counts.sold == snapshot.states.count { $0 == SeatState.sold.rawValue })
        #expect(counts.locked == snapshot.states.count { $0 == SeatState.locked.rawValue })
        #expect(counts.zones.reduce(0) { $0 + $1.available } == counts.available)
    }

    @Test("replaying the log gives the live state", arguments: 1...40 as ClosedRange<UInt64>)
    func replay(seed: UInt64) {
        let life = Self.life(seed: seed, steps: 300)
        let live = life.stage.state
        Self.checkInvariants(live)
        #expect(life.refusals < 250, "seed \(seed): hardly anything was accepted")
        #expect(life.sales.count > 3)
        guard case .created(let show) = life.stage.log[0].event else {
            Issue.record("no creation")
            return
        }
        var replayed = ShowState(hall: live.hall, created: show)
        for record in life.stage.log { replayed.apply(record) }
        #expect(replayed.snapshot == live.snapshot)
        #expect(replayed.counts() == live.counts())
        for key in life.keys { #expect(replayed.lock(key.number) == live.lock(key.number), "seed \(seed)") }
        for sale in life.sales { #expect(replayed.sale(sale) == live.sale(sale), "seed \(seed)") }
    }

    @Test("a snapshot and the log after it give the live state", arguments: 1...40 as ClosedRange<UInt64>)
    func tail(seed: UInt64) {
        let life = Self.life(seed: seed &+ 1_000, steps: 300)
        let live = life.stage.state
        for (snapshot, archive) in zip(life.snapshots, life.archives) {
            var replayed = ShowState(hall: live.hall, snapshot: snapshot)
            for record in life.stage.log where record.index > snapshot.logIndex { replayed.apply(record) }
            #expect(replayed.snapshot == live.snapshot, "seed \(seed) from \(snapshot.logIndex)")
            #expect(replayed.counts() == live.counts())
            // What the replay could not know of archived locks is put right when they are loaded.
            for number in replayed.unresolvedLocks { replayed.restore(lock: archive[number]!) }
            #expect(replayed.unresolvedLocks.isEmpty)
            for key in life.keys {
                if replayed.lock(key.number) == nil { replayed.restore(lock: archive[key.number]!) }
                #expect(replayed.lock(key.number) == live.lock(key.number), "seed \(seed) from \(snapshot.logIndex)")
            }
        }
    }

    @Test("deciding on overdue locks is the same as expiring them first", arguments: 1...20 as ClosedRange<UInt64>)
    func overdue(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var life = Self.life(seed: seed, steps: 60)
        for _ in 0..<60 {
            life.stage.pass(.seconds(.random(in: 0...900, using: &random)))
            let command = Self.command(life.stage, life.keys, life.sales, &random)
            let due = life.stage.state.expirations(now: life.stage.now)
            let together = life.stage.state.decide(command, now: life.stage.now)
            life.stage.commit(due)
            let apart = life.stage.state.decide(command, now: life.stage.now)
            switch apart {
            case .commit(let events, let reply): #expect(together == .commit(due + events, reply: reply))
            case .reply(let reply):
                #expect(together == (due.isEmpty ? .reply(reply) : .commit(due, reply: reply)))
            case .refuse: #expect(together == apart)
            }
            if case .success(.lock(let number)) = life.stage.run(command) {
                life.keys.append(LockKey(number: number, secret: Stage.secret))
            }
        }
    }
}

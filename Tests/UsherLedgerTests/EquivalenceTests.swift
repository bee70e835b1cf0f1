import Testing
import UsherCore

@testable import UsherLedger

@Suite("A ledger that forgets, against one that does not")
struct EquivalenceTests {
    private func command(_ generator: inout SeededGenerator, _ locks: [LockKey], _ sales: [UInt64]) -> ShowCommand {
        func seats(_ count: ClosedRange<Int>) -> [String] {
            let first = Int.random(in: 0..<24, using: &generator)
            return (0..<Int.random(in: count, using: &generator)).map { "\((first + $0) % 26)" }
        }
        let lock = locks.randomElement(using: &generator) ?? LockKey(number: 1, secret: .random())
        let sale = sales.randomElement(using: &generator) ?? 3
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<6:
            return .lockSeats(
                holder: "h\(Int.random(in: 0..<3, using: &generator))", seats: seats(1...3),
                ttl: .seconds(.random(in: 1...90, using: &generator)),
                secret: TokenSecret(high: generator.next(), low: 1))
        case 6: return .changeLock(lock, add: seats(0...1), remove: seats(0...1))
        case 7: return .renewLock(lock, ttl: .seconds(.random(in: 1...90, using: &generator)))
        case 8: return .beginPayment(lock)
        case 9: return .endPayment(lock)
        case 10..<13: return .confirmLock(lock, orderRef: "o\(Int.random(in: 0..<4, using: &generator))")
        case 13: return .releaseLock(lock)
        case 14: return .getLock(lock)
        case 15: return .refundSale(number: sale, seats: seats(1...2), all: false)
        case 16: return .refundSale(number: sale, seats: [], all: true)
        case 17: return .getSale(number: sale)
        case 18: return .blockSeats(seats(1...1), reason: "r")
        default: return .unblockSeats(seats(1...1), reason: "r")
        }
    }

    private func text(_ verdict: Verdict<CommandReply>) -> String {
        switch verdict {
        case .success(let reply): "\(reply.subject) at \(reply.serverTime)"
        case .failure(let refusal): "\(refusal)"
        }
    }

    @Test("unloading, snapshots and restarts change no answer", arguments: 1...8)
    func equivalence(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var tuning = Tuning()
        tuning.loadedShows = 0
        tuning.cheapReplay = UInt64.random(in: 0...5, using: &generator)
        tuning.recordsPerSnapshot = UInt64.random(in: 1...9, using: &generator)
        tuning.requestsInMemory = Int.random(in: 1...20, using: &generator)
        tuning.checkpointPagesIdle = 20
        let clock = ManualClock()
        let forgetful = try Rig(.sqlite, clock: clock, tuning: tuning)
        let other = try Rig(.memory, clock: clock)
        // Payments longer than the run: a restart's minute of grace moves no deadline.
        let policy = Policy(
            maxSeatsPerHolder: 9, lockTTL: .seconds(60), paymentWindow: .hours(10), orphanRule: .off)
        for rig in [forgetful, other] { try await rig.stage(policy: policy) }
        var locks: [LockKey] = []
        var sales: [UInt64] = []
        for step in 0..<600 {
            let moves = Int.random(in: 0..<10, using: &generator) == 0
            let restarts = Int.random(in: 0..<40, using: &generator) == 0
            if moves { clock.advance(by: .milliseconds(.random(in: 0...40_000, using: &generator))) }
            if restarts {
                clock.advance(by: .milliseconds(1))
                try await forgetful.restart()
            }
            // Expired locks are freed at the first look, a show that is not loaded having nobody who looks.
            if moves || restarts { for rig in [forgetful, other] { _ = try await rig.view() } }
            let command = command(&generator, locks, sales)
            let scope: RequestScope? =
                switch command {
                case .lockSeats: .lockSeats
                case .changeLock: .changeLock
                case .renewLock: .renewLock
                case .confirmLock: .confirmLock
                case .refundSale: .refundSale
                default: nil
                }
            let id = "\(Int.random(in: 0..<40, using: &generator))"
            let request = Bool.random(using: &generator) ? scope.map { ($0, id) } : nil
            let first = try await forgetful.execute(command, request: request)
            let second = try await other.execute(command, request: request)
            #expect(text(first) == text(second), "seed \(seed), step \(step): \(command)")
            guard case .success(let reply) = first else { continue }
            if case .lock(let lock) = reply.subject { locks.append(lock.key) }
            if case .sale(let sale) = reply.subject { sales.append(sale.number) }
        }
        for lock in locks {
            #expect(text(try await forgetful.execute(.getLock(lock))) == text(try await other.execute(.getLock(lock))))
        }
        let show = ShowRef(tenant: "t", showID: "S")
        let page = try await forgetful.ledger.sales(of: show, pageSize: 1_000, pageToken: "").get().page.items
        #expect(try await other.ledger.sales(of: show, pageSize: 1_000, pageToken: "").get().page.items == page)
        let views = (try await forgetful.view(), try await other.view())
        #expect(views.0.seq == views.1.seq && views.0.counts == views.1.counts)
    }
}

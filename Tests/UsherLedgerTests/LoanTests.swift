import Glibc
import Synchronization
import Testing
import UsherCore

@testable import UsherLedger

/// Requests that callers work off on their own threads, while the ledger's thread sleeps.
@Suite("Loans of the engine") struct LoanTests {
    /// Counts what it is told; answers come to it at once.
    private final class Counter: AnswerCourier {
        private let told = Mutex<[Result<Verdict<CommandReply>, LedgerError>]>([])
        private let carrier = Mutex<pthread_t?>(nil)

        var count: Int { told.withLock { $0.count } }
        var results: [Result<Verdict<CommandReply>, LedgerError>] { told.withLock { $0 } }

        func carry(_ answers: [LedgerAnswer]) {
            carrier.withLock { $0 = pthread_self() }
            for answer in answers { answer.tell() }
        }

        func order(_ command: ShowCommand) -> LedgerOrder {
            LedgerOrder(command, on: ShowRef(tenant: "t", showID: "S"), request: nil, by: self) { result in
                self.told.withLock { $0.append(result) }
            }
        }

        /// Whether the one request was worked off on the thread that asked.
        func asks(_ ledger: ShowLedger, _ command: ShowCommand) -> Bool {
            ledger.execute([order(command)])
            return carrier.withLock { $0 } == pthread_self()
        }

        /// Gives the thread time to fall asleep or to answer.
        func wait(for count: Int) async {
            while self.count < count { await Task.yield() }
        }
    }

    /// A thread that sleeps at a mailbox, one nap at a time.
    private final class Naps: Sendable {
        private let mailbox: Mailbox
        private let counts = Mutex((begun: 0, ended: 0))

        init(_ mailbox: Mailbox) {
            self.mailbox = mailbox
        }

        var ended: Int { counts.withLock { $0.ended } }

        /// If none is going on.
        func begin(_ span: TimeSpan) {
            let begins = counts.withLock { counts in
                guard counts.begun == counts.ended else { return false }
                counts.begun += 1
                return true
            }
            guard begins else { return }
            let nap = Unmanaged.passRetained(Nap(self, span))
            var id = pthread_t()
            let code = pthread_create(
                &id, nil,
                { argument in
                    if let argument { Unmanaged<Nap>.fromOpaque(argument).takeRetainedValue().run() }
                    return nil
                }, nap.toOpaque())
            precondition(code == 0)
            pthread_detach(id)
        }

        func wait() {
            while counts.withLock({ $0.ended < $0.begun }) { sched_yield() }
        }

        private final class Nap: Sendable {
            private let naps: Naps
            private let span: TimeSpan

            init(_ naps: Naps, _ span: TimeSpan) {
                self.naps = naps
                self.span = span
            }

            func run() {
                var asks: [Ask] = []
                _ = naps.mailbox.take(&asks, wait: span)
                naps.counts.withLock { $0.ended += 1 }
            }
        }
    }

    private func lock(_ seat: Int) -> ShowCommand { Self.lock(seat) }

    private static func lock(_ seat: Int) -> ShowCommand {
        .lockSeats(holder: "h", seats: ["\(seat)"], ttl: nil, secret: TokenSecret(high: UInt64(seat), low: 1))
    }

    /// Asks one after the other until one was worked off on the thread that asked; nil if none ever was.
    private func firstLoan(_ ledger: ShowLedger, _ make: (Int) -> ShowCommand) async -> Int? {
        for number in 0..<1_000 {
            let counter = Counter()
            if counter.asks(ledger, make(number)) { return number }
            await counter.wait(for: 1)
        }
        return nil
    }

    @Test("a request alone is answered before the call returns, and is on disk then")
    func alone() async throws {
        let rig = try Rig()
        try await rig.stage(seats: 1_200)
        _ = try await rig.ledger.follow(ShowRef(tenant: "t", showID: "S")).get()
        let seat = try #require(await firstLoan(rig.ledger, lock))
        // Whoever follows the show heard of it before.
        #expect(rig.observer["S"].seq == UInt64(seat + 1))
        await rig.ledger.abandon()
        try await rig.restart()
        #expect(try await rig.view().seq == UInt64(seat + 1))
        await rig.ledger.close()
    }

    @Test("what looks at the whole hall, or at a show that is not in memory, is left to the thread")
    func slowOnes() async throws {
        let rig = try Rig()
        try await rig.stage(seats: 2_400)
        let query = SeatQuery(count: 1)
        let best = await firstLoan(rig.ledger) { number in
            .lockBestSeats(
                holder: "h", query, ttl: nil, secret: TokenSecret(high: UInt64(number + 1), low: 2))
        }
        #expect(best == nil)
        for _ in 0..<50 {
            try await rig.restart()
            let counter = Counter()
            #expect(!counter.asks(rig.ledger, .getShow))
            await counter.wait(for: 1)
        }
        await rig.ledger.close()
    }

    @Test("callers on many threads, alone and in crowds, each get one answer, and no seat is locked twice")
    func crowd() async throws {
        let rig = try Rig()
        try await rig.stage(seats: 600)
        let counters = (0..<4).map { _ in Counter() }
        await withTaskGroup(of: Void.self) { group in
            for (number, counter) in counters.enumerated() {
                group.addTask { [ledger = rig.ledger] in
                    // All ask for the same seats, in orders of their own; every third call brings two.
                    var seat = number * 150
                    for turn in 0..<400 {
                        let count = turn % 3 == 2 ? 2 : 1
                        let orders = (0..<count).map { counter.order(Self.lock((seat + $0) % 600)) }
                        seat += count
                        ledger.execute(orders)
                        if turn % 7 == number { await counter.wait(for: seat - number * 150) }
                    }
                    await counter.wait(for: seat - number * 150)
                }
            }
        }
        let results = try counters.flatMap(\.results).map { try $0.get() }
        #expect(results.count == 4 * 533)
        let locked = results.compactMap { try? $0.get().lock.seats[0].seat }
        #expect(locked.count == 600 && Set(locked).count == 600)
        #expect(try await rig.view().seq == 600)
        await rig.ledger.close()
    }

    @Test("the thread does not go on while a caller has the engine, and gets up when a loan leaves it less time")
    func handing() async throws {
        let mailbox = Mailbox()
        let naps = Naps(mailbox)
        // It may be over before anybody asks.
        while !mailbox.lend() { naps.begin(.milliseconds(1)) }
        while !mailbox.isAwaited { sched_yield() }
        let before = naps.ended
        #expect(!mailbox.lend())
        #expect(naps.ended == before)
        mailbox.giveBack(nil)
        naps.wait()

        naps.begin(.hours(1))
        while !mailbox.lend() { sched_yield() }
        // More time than it has changes nothing; less does.
        mailbox.giveBack((took: .zero, wait: .hours(2)))
        while !mailbox.lend() { sched_yield() }
        mailbox.giveBack((took: .zero, wait: .zero))
        naps.wait()
        mailbox.finish()
        #expect(!mailbox.lend())
    }
}

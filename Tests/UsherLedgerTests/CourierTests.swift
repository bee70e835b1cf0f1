import Glibc
import Synchronization
import Testing
import UsherCore

@testable import UsherLedger

/// Answers that a courier carries.
@Suite("Couriers") struct CourierTests {
    /// Remembers each load that it was given, as the numbers of the commands, and tells it.
    private final class Courier: AnswerCourier {
        private let loads = Mutex<[Int]>([])
        private let told = Latch()
        let results = Mutex<[Int: Result<Verdict<CommandReply>, LedgerError>]>([:])
        private let order = Mutex<[Int]>([])

        /// How many answers came at a time.
        var sizes: [Int] { loads.withLock { $0 } }
        var toldInOrder: [Int] { order.withLock { $0 } }

        private let threads = Mutex<(asked: pthread_t?, carried: pthread_t?)>((nil, nil))
        var isCarriedElsewhere: Bool { threads.withLock { $0.asked != nil && $0.asked != $0.carried } }

        func asks(_ ledger: ShowLedger, _ order: LedgerOrder) {
            threads.withLock { $0.asked = pthread_self() }
            ledger.execute([order])
        }

        func carry(_ answers: [LedgerAnswer]) {
            threads.withLock { $0.carried = pthread_self() }
            loads.withLock { $0.append(answers.count) }
            for answer in answers { answer.tell() }
            told.count(answers.count)
        }

        func awaiting(_ number: Int) -> LedgerAnswer.Awaiting {
            { result in
                self.results.withLock { $0[number] = result }
                self.order.withLock { $0.append(number) }
            }
        }

        func wait(for count: Int) async { await told.wait(for: count) }

        func kind(_ number: Int) -> LedgerError.Kind? {
            guard case .failure(let error)? = results.withLock({ $0[number] }) else { return nil }
            return error.kind
        }
    }

    /// Counts, and lets somebody wait for a number.
    private final class Latch: Sendable {
        private let state = Mutex<(count: Int, wanted: Int, waiter: CheckedContinuation<Void, Never>?)>((0, 0, nil))

        func count(_ more: Int) {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.count += more
                return state.count >= state.wanted ? state.waiter.take() : nil
            }
            waiter?.resume()
        }

        func wait(for wanted: Int) async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    state.wanted = wanted
                    if state.count < wanted { state.waiter = continuation }
                    return state.count >= wanted
                }
                if isThere { continuation.resume() }
            }
        }
    }

    /// Runs something on the ledger's thread: what it posts is there when the next batch begins.
    private final class Door: LedgerObserver {
        let holds = Mutex<(@Sendable () -> Void)?>(nil)

        func began(_ show: ShowRef, _ start: FeedStart) { holds.withLock { $0.take() }?() }
        func committed(_ show: ShowRef, _ commit: ShowCommit) {}
        func lost(_ show: ShowRef, _ error: LedgerError) {}
    }

    private let show = ShowRef(tenant: "t", showID: "S")

    private func lock(_ seat: Int) -> ShowCommand { Self.lock(seat) }

    private static func lock(_ seat: Int) -> ShowCommand {
        .lockSeats(
            holder: "h", seats: ["\(seat)"], ttl: nil, secret: TokenSecret(high: UInt64(seat), low: 1))
    }

    private func staged(_ observer: any LedgerObserver) async throws -> ShowLedger {
        let clock = ManualClock()
        let ledger = try ShowLedger(.memory, clock: clock, observer: observer)
        _ = try await ledger.putHall(Rig.hall(), tenant: "t")
        _ = try await ledger.createShow(Rig.show("S", at: 3, clock: clock), tenant: "t", request: nil).get()
        return ledger
    }

    @Test("each courier gets all answers of a commit at once, in order, refusals among them")
    func together() async throws {
        let door = Door()
        let ledger = try await staged(door)
        let couriers = [Courier(), Courier()]
        door.holds.withLock { hold in
            hold = {
                for seat in 0..<20 {
                    let courier = couriers[seat % 2]
                    // Every fifth asks for a seat that is not there.
                    let command = self.lock(seat % 5 == 4 ? 999 : seat)
                    ledger.execute([
                        LedgerOrder(command, on: self.show, request: nil, by: courier, courier.awaiting(seat))
                    ])
                }
            }
        }
        _ = try await ledger.follow(show).get()
        for courier in couriers { await courier.wait(for: 10) }
        for (parity, courier) in couriers.enumerated() {
            #expect(courier.sizes == [10])
            #expect(courier.toldInOrder == (0..<20).filter { $0 % 2 == parity })
            let results = courier.results.withLock { $0 }
            for (seat, result) in results {
                switch (seat % 5, try result.get()) {
                case (4, .failure(.seatUnknown(["999"], more: 0))): break
                case (0...3, .success(let reply)):
                    #expect(reply.seat(0) == "\(seat)")
                default: Issue.record("\(seat): \(result)")
                }
            }
        }
        #expect(try await ledger.execute(.getShow, on: show, request: nil).get().show.seq == 16)
        await ledger.close()
    }

    @Test("a command that is taken up at its caller's deadline or later is not done, alone or among others")
    func tooLate() async throws {
        let courier = Courier()
        let rig = try Rig()
        try await rig.stage()
        let now = rig.clock.now
        func order(_ seat: Int, _ deadline: Timestamp?) -> LedgerOrder {
            LedgerOrder(
                lock(seat), on: show, request: nil, deadline: deadline, by: courier, courier.awaiting(seat))
        }
        rig.ledger.execute([order(1, now)])
        rig.ledger.execute([
            order(2, now - .seconds(9)), order(3, now + TimeSpan(nanoseconds: 1)), order(4, nil), order(5, now),
        ])
        await courier.wait(for: 5)
        #expect((1...5).map(courier.kind) == [.tooLate, .tooLate, nil, nil, .tooLate])
        let counts = try await rig.execute(.getShow).get().show.counts
        #expect(counts?.locked == 2 && counts?.available == 22)
        await rig.ledger.close()
    }

    @Test("callers on many threads, alone and in crowds, each get one answer, and no seat is locked twice")
    func crowd() async throws {
        let rig = try Rig()
        try await rig.stage(seats: 600)
        let couriers = (0..<4).map { _ in Courier() }
        await withTaskGroup(of: Void.self) { group in
            for (number, courier) in couriers.enumerated() {
                group.addTask { [ledger = rig.ledger, show] in
                    // All ask for the same seats, beginning elsewhere; every third call brings two.
                    var asked = 0
                    for turn in 0..<400 {
                        let orders = (0..<(turn % 3 == 2 ? 2 : 1)).map { offset in
                            let seat = (number * 150 + asked + offset) % 600
                            return LedgerOrder(
                                Self.lock(seat), on: show, request: nil, by: courier, courier.awaiting(asked + offset))
                        }
                        asked += orders.count
                        ledger.execute(orders)
                        if turn % 7 == number { await courier.wait(for: asked) }
                    }
                    await courier.wait(for: asked)
                }
            }
        }
        let results = try couriers.flatMap { courier in courier.results.withLock { Array($0.values) } }.map {
            try $0.get()
        }
        #expect(couriers.allSatisfy { $0.toldInOrder == Array(0..<533) })
        let locked = results.compactMap { if case .success(let reply) = $0 { reply.seat(0) } else { nil } }
        #expect(locked.count == 600 && Set(locked).count == 600)
        #expect(try await rig.view().seq == 600)
        await rig.ledger.close()
    }

    @Test("no caller waits for the disk: a command alone is committed and answered on another thread than its own")
    func elsewhere() async throws {
        let rig = try Rig()
        try await rig.stage(seats: 600)
        for seat in 0..<300 {
            let courier = Courier()
            courier.asks(
                rig.ledger, LedgerOrder(lock(seat), on: show, request: nil, by: courier, courier.awaiting(seat)))
            await courier.wait(for: 1)
            #expect(courier.isCarriedElsewhere)
        }
        await rig.ledger.close()
    }

    @Test("what a closed ledger turns away is carried too, and so is a commit that fails")
    func failures() async throws {
        let courier = Courier()
        let ledger = try await staged(Door())
        await ledger.close()
        ledger.execute([LedgerOrder(lock(1), on: show, request: nil, by: courier, courier.awaiting(1))])
        await courier.wait(for: 1)
        #expect(courier.kind(1) == .storeAway)

        let rig = try Rig()
        try await rig.stage()
        #expect(rename("\(rig.path)/ledger.sqlite", "\(rig.path)/away") == 0)
        rig.ledger.execute([LedgerOrder(lock(2), on: show, request: nil, by: courier, courier.awaiting(2))])
        await courier.wait(for: 2)
        #expect(courier.kind(2) == .commitFailed)
        #expect(rename("\(rig.path)/away", "\(rig.path)/ledger.sqlite") == 0)
        rig.ledger.execute([LedgerOrder(lock(3), on: show, request: nil, by: courier, courier.awaiting(3))])
        await courier.wait(for: 3)
        #expect(courier.kind(3) == nil)
        await rig.ledger.close()
    }
}

extension CommandReply {
    fileprivate func seat(_ place: Int) -> String? {
        guard case .lock(let lock) = subject else { return nil }
        return hall.hall.seats[Int(lock.seats[place].seat)].code
    }
}

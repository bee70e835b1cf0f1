import UsherCore
import UsherGateway
import UsherLedger
import UsherRPC
import UsherWire

/// A whole evening in one thread: buyers, a ledger that crashes and whose commits fail, the real fan-out, and readers
/// behind bad networks. Everything random comes from the seed, so a seed is a run.
///
/// It holds the contract's lock rules 1 to 7 and stream rules 1 to 4 against an independent book of promises and against
/// the map that every seq had.
public struct Simulation {
    /// Steps of one run; then everything heals and must agree.
    public var steps = 300
    /// The planted fault; nil must pass.
    public var fault: SimulationFault?

    public init(steps: Int = 300, fault: SimulationFault? = nil) {
        self.steps = steps
        self.fault = fault
    }

    /// Runs one evening. Throws `SimulationFailure`.
    public func run(seed: UInt64) async throws {
        var run = Run(seed: seed, fault: fault)
        for step in 0..<steps {
            run.step = step
            try await run.next()
        }
        try await run.heal()
    }
}

extension Simulation {
    /// The state of one evening.
    struct Run {
        let seed: UInt64
        let fault: SimulationFault?
        var step = 0
        var random: SeededGenerator
        let ledger: SimulatedLedger
        let fanout = GatewayFanout()
        let feed: SeatFeed
        let loops = [SimulatedLoop(index: 0), SimulatedLoop(index: 1)]
        var readers: [SimulatedReader] = []
        var book = PromiseBook()
        var buyers: SimulatedBuyers

        init(seed: UInt64, fault: SimulationFault?) {
            self.seed = seed
            self.fault = fault
            random = SeededGenerator(seed: seed)
            let hall = HallRevision(Self.hall(&random))
            let start = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
            // Some evenings leave nobody alone, and their buyers also take what they are given.
            let isStrict = seed % 4 == 3
            let policy = Policy(
                maxSeatsPerLock: 4, maxSeatsPerHolder: random.oneIn(3) ? 6 : nil, lockTTL: .minutes(5),
                maxLockTime: .minutes(20), paymentWindow: .minutes(5),
                orphanRule: isStrict ? (seed % 8 == 3 ? .avoidable : .strict) : .off)
            let show = Show(
                showID: "S1", hallID: hall.hall.hallID, hallRevision: 1, startsAt: start + .hours(20),
                endsAt: start + .hours(22), policy: policy, version: 1, epoch: "e1")
            ledger = SimulatedLedger(hall: hall, show: show, fanout: fanout, now: start, fault: fault)
            feed = SeatFeed(ledger: ledger, fanout: fanout)
            let loops = loops
            ledger.deliverNow = { for loop in loops { loop.runPosted() } }
            buyers = SimulatedBuyers(hall: hall, takeTheBest: isStrict)
            for number in 0..<5 { readers.append(SimulatedReader(loop: loops[number % 2], fault: fault)) }
        }

        private static func hall(_ random: inout SeededGenerator) -> Hall {
            let rows = 1 + random.below(4)
            let columns = 2 + random.below(6)
            var seats: [Seat] = []
            for row in 0..<rows {
                for column in 0..<columns where !random.oneIn(8) || seats.isEmpty {
                    seats.append(Seat(code: "R\(row)C\(column)", row: row, column: column))
                }
            }
            return Hall(hallID: "H1", revision: 1, rowCount: rows, columnCount: columns, seats: seats)
        }

        // MARK: One step

        mutating func next() async throws {
            switch random.below(100) {
            case 0..<35:
                ledger.submit(buyers.next(&random))
                try take(ledger.takeEarlyAnswers())
            case 35..<50: try commit(fails: random.oneIn(12))
            case 50..<52:
                ledger.crash(clockMoves: .seconds(Int64(random.below(7_200)) - 3_600))
                book.restarted(at: fault == .clockGoesBack ? ledger.lastCommitAt : ledger.now)
            case 52..<60: passTime()
            case 60..<72: loops[random.below(2)].runPosted()
            case 72..<80: readers[random.below(readers.count)].drain()
            case 80..<83: readers[random.below(readers.count)].hangUp()
            case 83..<88:
                let reader = readers[random.below(readers.count)]
                if !reader.isConnected { try await reader.connect(feed, ledger.ref) }
            default: try deliver(to: readers[random.below(readers.count)], lossy: true)
            }
        }

        /// Time moves by a little, to just before or to exactly the next deadline, or by much.
        private mutating func passTime() {
            var span = TimeSpan.milliseconds(Int64(random.below(2_000)))
            if let deadline = ledger.nextDeadline, random.oneIn(2), deadline > ledger.wall {
                span = TimeSpan(nanoseconds: (deadline - ledger.wall).nanoseconds - (random.oneIn(3) ? 1 : 0))
            } else if random.oneIn(5) {
                span = .minutes(Int64(random.below(10)))
            }
            ledger.wall = ledger.wall + span
            for loop in loops { loop.advance(by: span.nanoseconds) }
        }

        private mutating func commit(fails: Bool) throws {
            let answers = ledger.commit(fails: fails, takesSnapshot: random.oneIn(6))
            try take(answers)
            try fail(book.contradicts(ledger.states))
        }

        private mutating func take(_ answers: [SimulatedAnswer]) throws {
            for answer in answers {
                try fail(check(answer))
                buyers.answered(answer)
            }
        }

        private mutating func check(_ answer: SimulatedAnswer) -> String? {
            let id = answer.request?.id ?? ""
            switch answer.outcome {
            case .lock(let lock):
                return book.answered(lock, at: answer.at)
                    ?? (id.isEmpty ? nil : book.answered(request: id, with: lock.number))
            case .sale(let sale):
                return book.answered(sale, at: answer.at)
                    ?? (id.isEmpty ? nil : book.answered(request: id, with: sale.number))
            case .blocks(let seats, let isBlocked):
                return book.answered(blocked: seats, isBlocked, at: answer.at)
            case .refused(.seatTaken(let codes)):
                return book.refused(taken: codes.compactMap(ledger.index), at: answer.at)
            case .refused(.lockLost):
                guard case .confirmLock(let key, _) = answer.request?.command else { return nil }
                return book.refused(confirmOf: key.number, at: answer.at)
            case .expired(let lock): return book.expired(lock, at: answer.at)
            case .refused, .unknown:
                return nil
            }
        }

        private mutating func deliver(to reader: SimulatedReader, lossy: Bool) throws {
            try fail(reader.receive(&random, lossy: lossy, maps: ledger.maps, epoch: ledger.epoch))
        }

        // MARK: The end

        /// The network is good again: every lock runs out, and every reader must end on the server's map.
        mutating func heal() async throws {
            step = -1
            try commit(fails: false)
            ledger.wall = max(ledger.wall, ledger.now) + .hours(2)
            ledger.expire(at: ledger.now)
            try commit(fails: false)
            try fail(
                ledger.states.contains(SeatState.locked.rawValue) ? "a seat is locked after every deadline" : nil)
            for _ in 0..<50 {
                // A heartbeat tells a reader that the network lost the last event.
                for loop in loops { loop.advance(by: 30_000_000_000) }
                for reader in readers {
                    if !reader.isConnected { try await reader.connect(feed, ledger.ref) }
                    reader.drain()
                    while !reader.isQuiet {
                        try deliver(to: reader, lossy: false)
                        reader.drain()
                    }
                }
            }
            for reader in readers {
                try fail(
                    reader.replica.position.seq == ledger.seq && reader.replica.states == ledger.states
                        ? nil : "a reader ended at seq \(reader.replica.position.seq), the server at \(ledger.seq)")
            }
        }

        private func fail(_ message: String?) throws {
            if let message { throw SimulationFailure(seed: seed, step: step, message: message) }
        }
    }
}

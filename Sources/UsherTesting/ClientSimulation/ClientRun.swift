import UsherCore

/// The state of one evening, and its steps.
final class ClientRun {
    static let second: Int64 = 1_000_000_000

    let seed: UInt64
    let fault: ClientSimulationFault?
    var random: SeededGenerator
    private(set) var now: Int64 = 0
    private(set) var step = 0
    var agenda = Agenda<Happening>()
    let gateway: SimulatedGateway
    private(set) var clients: [SimulatedClient] = []
    var buyers: SimulatedBuyers
    /// No more trouble, and nobody does anything.
    private(set) var isCalm = false
    /// By number; the gateway's answers name them.
    var attempts: [CallAttempt] = []
    var customerCount = 0
    var everybody: [SimulatedCustomer] = []
    /// All sales that were ever committed, also those that a backup took back.
    var soldEver: Set<String> = []
    var report = ClientSimulationReport()
    var commitIsPlanned = false
    var restartIsPlanned = false

    init(seed: UInt64, fault: ClientSimulationFault?) {
        self.seed = seed
        self.fault = fault
        random = SeededGenerator(seed: seed)
        let hall = HallRevision(Self.hall(&random))
        let policy = Policy(
            maxSeatsPerLock: 4, maxSeatsPerHolder: random.oneIn(3) ? 6 : nil, lockTTL: .minutes(5),
            maxLockTime: .minutes(10), paymentWindow: .minutes(5),
            // In some evenings nobody is left alone, whether the customer's map or the gateway sees it first.
            orphanRule: seed % 4 == 3 ? .avoidable : .off)
        gateway = SimulatedGateway(hall: hall, policy: policy)
        buyers = SimulatedBuyers(hall: hall)
        for number in 0..<(1 + random.below(3)) {
            clients.append(SimulatedClient(number: number, settings: Self.settings(fault), random: &random))
        }
        for client in clients {
            client.link.latency = span(5, 300)
            client.link.misfortune = random.oneIn(3) ? 0 : 2 + random.below(6)
            agenda.plan(.person(client: client.number), at: span(0, 3_000))
            agenda.plan(.shop(client: client.number), at: span(0, 6_000))
        }
        agenda.plan(.tick, at: 0)
        agenda.plan(.buyer, at: 0)
        agenda.plan(.trouble, at: span(0, 20_000))
    }

    private static func hall(_ random: inout SeededGenerator) -> Hall {
        let rows = 2 + random.below(4)
        let columns = 3 + random.below(8)
        var seats: [Seat] = []
        for row in 0..<rows {
            for column in 0..<columns where !random.oneIn(8) || seats.isEmpty {
                seats.append(Seat(code: "R\(row)C\(column)", row: row, column: column))
            }
        }
        return Hall(hallID: "H1", revision: 1, rowCount: rows, columnCount: columns, seats: seats)
    }

    /// Some wrong turns are a machine's with the wrong times.
    private static func settings(_ fault: ClientSimulationFault?) -> WatchSettings {
        var settings = WatchSettings()
        switch fault {
        case .pollsEarly: settings.failuresBeforePolling = 3
        case .waitsForEver:
            settings.firstPause = .seconds(30)
            settings.longestPause = .minutes(20)
        case .trustsSilence:
            settings.patience = .hours(10)
            settings.openingPatience = .hours(10)
        case .neverLeaves: settings.linger = .hours(10)
        default: break
        }
        return settings
    }

    /// A span between two numbers of milliseconds, in nanoseconds.
    func span(_ low: Int64, _ high: Int64) -> Int64 {
        Int64.random(in: low * 1_000_000...high * 1_000_000, using: &random)
    }

    // MARK: The course

    func evening() async throws {
        try await run(until: span(60_000, 300_000))
    }

    /// Every trouble comes to its end; nobody is told, and the clients find out by themselves.
    func heal() async throws {
        isCalm = true
        if gateway.isDraining { stop() }
        if !gateway.isUp { begin() }
        gateway.stalledUntil = 0
        var calm = now
        for client in clients { calm = max(calm, client.link.recovers, client.frozenUntil) }
        try await run(until: calm)
        for client in clients {
            try perform(client.machine.resume(now: localTime(client)), of: client, byPerson: true)
            if client.users == 0 { try use(client, by: 1) }
        }
        // The watchdog's patience, the longest pause, and an attempt that began just before.
        try await run(until: now + 200 * Self.second)
        // A lock may have run out a moment ago: what it frees is on its way.
        var seq = gateway.ledger.seq + 1
        while seq != gateway.ledger.seq {
            seq = gateway.ledger.seq
            try await run(until: now + 10 * Self.second)
        }
        for client in clients {
            try fail(client.number, unhealed(client))
            for customer in client.customers where !customer.isGone {
                if let fault = untrue(customer, client) { throw failure("\(customer.holder): \(fault)") }
            }
        }
    }

    private func unhealed(_ client: SimulatedClient) -> String? {
        let place = client.machine.replica.position
        if place != Position(epoch: gateway.ledger.epoch, seq: gateway.ledger.seq) {
            return "it ended at \(place), the gateway at \(gateway.ledger.epoch) \(gateway.ledger.seq)"
        }
        if client.app.states != gateway.ledger.states { return "its app's map is not the gateway's" }
        if client.machine.state != .live || client.machine.isStale { return "it ended as \(client.machine.state)" }
        return nil
    }

    /// Everybody goes home: nothing stays open.
    func leave() async throws {
        for client in clients {
            for customer in client.customers { try close(customer, client) }
            try use(client, by: -client.users)
        }
        try await run(until: now + 100 * Self.second)
        for client in clients {
            try fail(client.number, client.streams.isEmpty ? nil : "its stream stays open without users")
            try fail(client.number, client.machine.state == .idle ? nil : "it is \(client.machine.state) without users")
            try fail(client.number, client.machine.wakesAt == nil ? nil : "it has a timer without users")
        }
        if !gateway.streams.isEmpty { throw failure("the gateway has a stream that nobody has") }
        for customer in everybody {
            if let fault = unreleased(customer) { throw failure("\(customer.holder): \(fault)") }
        }
        // Every lock runs out: the gateway comes back hours later by its clock, and gives a paying lock its minute.
        _ = gateway.die()
        gateway.begin(at: now, clockMoves: .hours(2), restoring: nil, forgets: false)
        try await run(until: now + 70 * Self.second)
        if gateway.ledger.states.contains(SeatState.locked.rawValue) { throw failure("a seat is locked for ever") }
    }

    private func run(until end: Int64) async throws {
        while let next = agenda.next, next <= end, let (at, happening) = agenda.take() {
            now = max(now, at)
            step += 1
            if let number = happening.client, clients[number].frozenUntil > now {
                agenda.plan(happening, at: clients[number].frozenUntil)
                continue
            }
            try await happen(happening)
            try pump()
        }
        now = max(now, end)
    }

    func finalReport() -> ClientSimulationReport {
        for client in clients {
            let counters = client.machine.counters
            report.streams += counters.streams
            report.polls += counters.polls
            report.droppedEvents += counters.droppedEvents
            report.repairedGaps += counters.repairedGaps
            report.epochChanges += counters.epochChanges
        }
        report.haunted = everybody.count { $0.isHaunted }
        return report
    }

    func failure(_ message: String) -> SimulationFailure {
        SimulationFailure(seed: seed, step: step, message: message)
    }

    func fail(_ client: Int, _ message: String?) throws {
        if let message { throw failure("client \(client): \(message)") }
    }
}

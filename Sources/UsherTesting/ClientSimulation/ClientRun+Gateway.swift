import UsherCore
import UsherWire

/// What the gateway does.
extension ClientRun {
    func happen(_ happening: Happening) async throws {
        switch happening {
        case .tick: tick()
        case .commit: commit()
        case .buyer: buy()
        case .restart: begin()
        case .trouble: try trouble()
        case .windowOpens: break
        case .opens(let stream, let position, let version):
            try await meet(happening) { try await open(stream, from: position, showVersion: version) }
        case .left(let stream):
            stream.isLeft = true
            stream.channel?.close()
        case .polls(let client, let id, let position):
            try await meet(happening) { try await poll(client, id: id, from: position) }
        case .event(let stream, let event, let bytes): try hear(event, bytes: bytes, on: stream)
        case .ended(let stream, let failure): try end(stream, failure)
        case .pollAnswer(let number, let id, let event, let bytes): try answer(number, id, event, bytes: bytes)
        case .pollFailure(let number, let id, let failure): try lose(number, id, failure)
        case .timer(let number): try wake(clients[number])
        case .person(let number): try act(clients[number])
        case .shop(let number): try shop(clients[number])
        case .wake(let customer): try wake(customer)
        case .call(let attempt): try await meet(happening) { judge(attempt) }
        case .callEnd(let attempt, let result): try end(attempt, result)
        }
    }

    /// A request meets a gateway that stalls: it waits.
    private func meet(_ happening: Happening, _ body: () async throws -> Void) async throws {
        if gateway.isUp, gateway.stalledUntil > now {
            agenda.plan(happening, at: gateway.stalledUntil)
        } else {
            try await body()
        }
    }

    private func tick() {
        if gateway.isUp, now >= gateway.stalledUntil {
            gateway.run(at: now)
            gateway.ledger.expire(at: gateway.ledger.now)
            planCommit()
        }
        agenda.plan(.tick, at: now + (isCalm ? 2_500_000_000 : span(300, 2_500)))
    }

    func planCommit() {
        guard !commitIsPlanned else { return }
        commitIsPlanned = true
        agenda.plan(.commit, at: now + span(1, 30))
    }

    private func commit() {
        if gateway.isUp, gateway.stalledUntil > now {
            agenda.plan(.commit, at: gateway.stalledUntil)
            return
        }
        commitIsPlanned = false
        guard gateway.isUp else { return }
        gateway.run(at: now)
        let answers = gateway.ledger.commit(fails: !isCalm && random.oneIn(40), takesSnapshot: random.oneIn(10))
        answer(answers)
    }

    /// Somebody who is no client of this simulation.
    private func buy() {
        guard !isCalm else { return }
        agenda.plan(.buyer, at: now + (random.oneIn(10) ? span(0, 20_000) : span(0, 1_000)))
        guard gateway.isUp, now >= gateway.stalledUntil else { return }
        gateway.run(at: now)
        gateway.ledger.submit(buyers.next(&random))
        planCommit()
    }

    // MARK: Dying and coming back

    /// `kill -9`, or a machine that loses its power: then nobody is told.
    func stop() {
        guard gateway.isUp else { return }
        let isSilent = random.oneIn(4)
        for stream in gateway.die() {
            if isSilent {
                stream.isDead = true
            } else {
                planEnd(of: stream, StreamFailure("the connection was reset"))
            }
        }
    }

    func begin() {
        restartIsPlanned = false
        guard !gateway.isUp else { return }
        let ledger = gateway.ledger
        var records: Int?
        if random.oneIn(3) { records = max(1, ledger.log.count - random.below(60)) }
        let moves = random.oneIn(3) ? TimeSpan.seconds(Int64(random.below(7_200)) - 3_600) : .zero
        gateway.begin(at: now, clockMoves: moves, restoring: records, forgets: random.oneIn(2))
        report.restarts += 1
        report.backups += records == nil ? 0 : 1
        guard records != nil else { return }
        buyers = SimulatedBuyers(hall: ledger.hall)
        for customer in everybody where isResurrected(customer) { customer.isHaunted = true }
    }

    /// The backup has a lock open again that the customer knows to be over: what it holds is nobody's to the customer.
    private func isResurrected(_ customer: SimulatedCustomer) -> Bool {
        guard !gateway.ledger.lockedSeats(of: customer.holder).isEmpty else { return false }
        let isKnown = customer.machine.phase == .held || customer.machine.phase == .paying
        return !isKnown || customer.token.flatMap(gateway.ledger.lock)?.state.isOpen != true
    }

    // MARK: Streams and polls

    private func open(_ stream: SimulatedStream, from position: Position, showVersion: UInt64) async throws {
        guard !stream.isLeft else { return }
        guard gateway.isUp else { return planEnd(of: stream, StreamFailure("the connection was refused")) }
        let wasRefused = await gateway.take(stream, from: position, showVersion: showVersion, at: now)
        if let wasRefused {
            let pause: TimeSpan? = random.oneIn(3) ? .seconds(Int64(1 + random.below(5))) : nil
            planEnd(of: stream, StreamFailure(wasRefused, retryAfter: pause))
        }
    }

    private func poll(_ client: Int, id: Int, from position: Position) async throws {
        let latency = clients[client].link.latency
        guard gateway.isUp, let bytes = await gateway.read(from: position, at: now) else {
            let failure = StreamFailure("the connection was refused")
            return agenda.plan(.pollFailure(client: client, id: id, failure), at: now + latency)
        }
        let event = try SeatEvent(decoding: bytes)
        var arrives = now + latency
        if clients[client].link.misfortune > 0 {
            let fate = random.below(10)
            if fate == 0 { return }
            if fate == 1 { arrives += 25 * Self.second }
            if fate == 2 {
                agenda.plan(
                    .pollAnswer(client: client, id: id, event, bytes: bytes.count), at: arrives + span(0, 9_000))
            }
        }
        agenda.plan(.pollAnswer(client: client, id: id, event, bytes: bytes.count), at: arrives)
    }
}

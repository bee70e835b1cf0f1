import UsherCore

/// Selections and their locks against what the gateway has.
extension ClientRun {
    // MARK: At the moment of telling

    /// Seats of the customer's own lock are lost only if the gateway does not hold them for the customer.
    func check(lost: [LostSeat], _ customer: SimulatedCustomer) throws {
        report.lostSeats += lost.count
        guard !customer.isHaunted else { return }
        let own = gateway.ledger.lockedSeats(of: customer.holder)
        guard let seat = lost.first(where: { own.contains($0.code) }) else { return }
        throw failure("\(customer.holder): \(seat.code) was told as lost (\(seat.reason)), and the gateway holds it")
    }

    func check(_ outcome: CallOutcome, _ customer: SimulatedCustomer) throws {
        switch outcome {
        case .sold(let sale):
            if soldEver.contains(sale.saleID) { return }
            throw failure("\(customer.holder): sale \(sale.saleID) was told, which nobody made")
        case .unresolved: throw failure("\(customer.holder): a call was given up")
        case .lock, .released, .lost, .refused, .failed, .superseded, .closed: return
        }
    }

    /// After an answer of the present history: what is believed to be over is over.
    func checkEnd(_ customer: SimulatedCustomer) throws {
        guard !customer.isHaunted, let key = customer.token, let lock = gateway.ledger.lock(key) else { return }
        switch customer.machine.phase {
        case .expired, .released, .lost, .sold:
            if lock.state.isOpen, gateway.ledger.now < lock.expiresAt {
                throw failure(
                    "\(customer.holder): it believes its lock \(customer.machine.phase), which is \(lock.state)")
            }
        case .choosing, .locking, .held, .changing, .paying, .confirming, .releasing, .resolving: break
        }
    }

    /// It never rises by itself, and never goes below zero.
    func checkCountdown(_ customer: SimulatedCustomer) throws {
        let left = customer.machine.remaining(now: localTime(clients[customer.client]))
        defer {
            customer.shown = left.flatMap { left in
                customer.machine.lock.map { ($0.token, $0.expiresAt, left) }
            }
        }
        guard let left, let lock = customer.machine.lock else { return }
        if left < .zero { throw failure("\(customer.holder): \(left) are left") }
        guard let shown = customer.shown, shown.token == lock.token, shown.expiresAt >= lock.expiresAt else { return }
        if left > shown.left { throw failure("\(customer.holder): the countdown rose from \(shown.left) to \(left)") }
    }

    // MARK: In the end

    /// Everything healed, and some time has passed: nothing is unknown, and what is believed is so.
    func untrue(_ customer: SimulatedCustomer, _ client: SimulatedClient) -> String? {
        let machine = customer.machine
        if case .resolving = machine.phase { return "a call is still unknown" }
        guard !customer.isHaunted, !machine.isClosed else { return nil }
        if let seat = strange(customer, client) { return "it has chosen \(seat), which is somebody else's" }
        let isSameHistory = customer.epoch == gateway.ledger.epoch
        let lock = customer.token.flatMap(gateway.ledger.lock)
        switch machine.phase {
        case .held, .paying:
            let believed: LockState = machine.phase == .held ? .held : .paying
            guard let lock else { return "it believes its lock \(believed), and there is none" }
            // The gateway frees what is over at its next moment, and the client asks a moment later.
            if lock.expiresAt <= gateway.ledger.now + .seconds(2) { return nil }
            if lock.state != believed { return "it believes its lock \(believed), which is \(lock.state)" }
            let seats = lock.seats.map { gateway.ledger.hall.code(ofSeat: Int($0.seat)) }
            return Set(seats) == Set(machine.lock?.seats ?? []) ? nil : "its lock has \(seats)"
        case .sold:
            guard isSameHistory, let lock else { return nil }
            return lock.state == .confirmed ? nil : "it believes its lock sold, which is \(lock.state)"
        case .expired, .released, .lost:
            guard isSameHistory, let lock, lock.state.isOpen else { return nil }
            return "it believes its lock \(machine.phase), which is \(lock.state)"
        case .choosing: return nil
        case .locking, .changing, .confirming, .releasing, .resolving: return "a call is still open"
        }
    }

    /// A chosen seat that the customer cannot have, and was not told of.
    private func strange(_ customer: SimulatedCustomer, _ client: SimulatedClient) -> String? {
        let machine = customer.machine
        guard machine.phase != .sold else { return nil }
        let states = client.machine.replica.states
        return machine.seats.first { seat in
            guard let index = seat.index, machine.lock?.seats.contains(seat.code) != true || !isHolding(machine.phase)
            else { return false }
            return states[Int(index)] != SeatState.available.rawValue
        }?.code
    }

    private func isHolding(_ phase: SelectionPhase) -> Bool { phase == .held || phase == .paying }

    /// Everybody left while nothing was wrong.
    func unreleased(_ customer: SimulatedCustomer) -> String? {
        guard customer.mustBeReleased, !customer.isHaunted, let key = customer.token else { return nil }
        guard let lock = gateway.ledger.lock(key), lock.state.isOpen else { return nil }
        return "it left, and its lock is \(lock.state)"
    }
}

import UsherCore

/// What customers do, and the part of a shell around their selections.
extension ClientRun {
    func map(of client: SimulatedClient) -> SelectionMap? {
        let replica = client.machine.replica
        guard !replica.states.isEmpty else { return nil }
        return SelectionMap(
            hall: gateway.ledger.hall, show: gateway.show, states: replica.states, position: replica.position)
    }

    /// The customer who is at the device now.
    private func customer(of client: SimulatedClient) -> SimulatedCustomer {
        if let last = client.customers.last, !last.machine.isClosed, !last.isGone { return last }
        client.customers.removeAll { $0.isGone || $0.machine.isOver }
        customerCount += 1
        let new = SimulatedCustomer(client: client.number, holder: "c\(customerCount)", random: &random)
        if random.oneIn(3) {
            new.machine.setAutoRenew(.until(.minutes(10)), on: nil, now: localTime(client))
        }
        client.customers.append(new)
        everybody.append(new)
        return new
    }

    // MARK: Doing something

    func shop(_ client: SimulatedClient) throws {
        guard !isCalm else { return }
        agenda.plan(.shop(client: client.number), at: now + (random.oneIn(8) ? span(100, 60_000) : span(50, 2_500)))
        let customer = customer(of: client)
        switch customer.machine.phase {
        case .choosing, .expired, .lost, .released: try choose(customer, client)
        case .locking, .changing, .confirming, .releasing, .resolving:
            switch random.below(14) {
            case 0: try begin(.release, customer, client)
            case 1: try begin(.confirm(orderRef: "o1"), customer, client)
            case 2: try close(customer, client)
            case 3: try relaunch(customer, client)
            default: break
            }
        case .held: try hold(customer, client)
        case .paying:
            switch random.below(12) {
            case 0..<5: try begin(.confirm(orderRef: "o\(random.below(2))"), customer, client)
            case 5, 6: try begin(.endPayment, customer, client)
            case 7: try begin(.release, customer, client)
            case 8: try close(customer, client)
            case 9: try relaunch(customer, client)
            default: break
            }
        case .sold: try close(customer, client)
        }
    }

    private func choose(_ customer: SimulatedCustomer, _ client: SimulatedClient) throws {
        switch random.below(12) {
        case 0..<5: try tap(customer, client)
        case 5..<10: try begin(.lock(ttl: random.oneIn(3) ? .seconds(20) : nil), customer, client)
        case 10 where random.oneIn(2):
            try begin(.lockBest(SeatQuery(count: 1 + random.below(3)), ttl: nil), customer, client)
        case 10: try begin(.confirm(orderRef: "o1"), customer, client)
        default: try close(customer, client)
        }
    }

    private func hold(_ customer: SimulatedCustomer, _ client: SimulatedClient) throws {
        switch random.below(22) {
        case 0..<5: try tap(customer, client)
        case 5..<9: try begin(.change, customer, client)
        case 9..<11: try begin(.renew(ttl: .minutes(Int64(1 + random.below(8)))), customer, client)
        case 11..<15: try begin(.pay, customer, client)
        case 15: try begin(.confirm(orderRef: "o0"), customer, client)
        case 16: try begin(.release, customer, client)
        case 17: try close(customer, client)
        case 18: try relaunch(customer, client)
        default: break
        }
    }

    private func tap(_ customer: SimulatedCustomer, _ client: SimulatedClient) throws {
        guard let map = map(of: client) else { return }
        for _ in 0..<(1 + random.below(2)) {
            var seat = random.below(map.states.count)
            for _ in 0..<4 where map.states[seat] != SeatState.available.rawValue {
                seat = random.below(map.states.count)
            }
            _ = customer.machine.tap(seat, on: map, now: localTime(client))
        }
        try perform(customer)
    }

    private func begin(_ wish: LockWish, _ customer: SimulatedCustomer, _ client: SimulatedClient) throws {
        let begun = customer.machine.begin(
            wish, on: map(of: client), now: localTime(client), using: &customer.generator)
        if case .answered(let outcome) = begun { try check(outcome, customer) }
        try perform(customer)
    }

    func close(_ customer: SimulatedCustomer, _ client: SimulatedClient) throws {
        guard !customer.machine.isClosed, !customer.isGone else { return }
        customer.mustBeReleased = isCalm && customer.machine.phase == .held
        guard fault != .leavesSilently else {
            customer.isGone = true
            return
        }
        customer.machine.close(now: localTime(client), using: &customer.generator)
        try perform(customer)
    }

    /// The app is killed, and comes back with what it wrote down: the token.
    private func relaunch(_ old: SimulatedCustomer, _ client: SimulatedClient) throws {
        guard let token = old.machine.lock?.token, random.oneIn(2) else { return }
        old.isGone = true
        client.customers.removeAll { $0 === old }
        let new = SimulatedCustomer(client: client.number, holder: old.holder, random: &random)
        // What was under way may be done after the new one has asked.
        new.isHaunted = old.isHaunted || old.attempt?.isOver == false || old.machine.wakesAt != nil
        client.customers.append(new)
        everybody.append(new)
        _ = new.machine.attach(token: token, now: localTime(client), using: &new.generator)
        try perform(new)
    }

    // MARK: The shell

    /// The map is another; its selections hear of it after the map's own users.
    func mapChanged(_ client: SimulatedClient) throws {
        guard fault != .selectionIsBlind, let map = map(of: client) else { return }
        for customer in client.customers where !customer.isGone {
            customer.machine.mapChanged(map, now: localTime(client), using: &customer.generator)
            if fault == .losesOwnSeats { try loseOwn(customer, map) }
            try perform(customer)
        }
    }

    private func loseOwn(_ customer: SimulatedCustomer, _ map: SelectionMap) throws {
        guard customer.machine.phase == .held, let lock = customer.machine.lock else { return }
        let shown = lock.seats.filter { code in
            map.hall.seatIndex(code).map { map.states[$0] == SeatState.locked.rawValue } ?? false
        }
        try check(lost: shown.map { LostSeat(code: $0, reason: .locked) }, customer)
    }

    func wake(_ customer: SimulatedCustomer) throws {
        customer.wakes = nil
        guard !customer.isGone else { return }
        let client = clients[customer.client]
        customer.machine.timePassed(on: map(of: client), now: localTime(client), using: &customer.generator)
        try perform(customer)
    }

    func perform(_ customer: SimulatedCustomer) throws {
        let client = clients[customer.client]
        for directive in customer.machine.takeDirectives() {
            switch directive {
            case .send(let call, let token, let requestID, let id):
                try send(call, token: token, requestID: requestID, id: id, of: customer)
            case .end(let id, let outcome):
                if outcome != .superseded, outcome != .closed { customer.ended.insert(id) }
                try check(outcome, customer)
            case .tell(.lost(let seats)): try check(lost: seats, customer)
            case .tell(.renewalEnded): break
            }
        }
        try checkCountdown(customer)
        guard let wakes = customer.machine.wakesAt else { return }
        let due = max(now, wakes - client.clockOffset)
        if let planned = customer.wakes, planned <= due { return }
        customer.wakes = due
        agenda.plan(.wake(customer), at: due)
    }
}

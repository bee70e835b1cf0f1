import UsherCore

/// Lock calls on their way to the gateway and back.
extension ClientRun {
    private static var deadline: Int64 { 10 * second }

    func send(_ call: LockCall, token: String, requestID: String, id: Int, of customer: SimulatedCustomer) throws {
        if customer.attempt?.isOver == false, customer.attempt?.id == id {
            throw failure("\(customer.holder): call \(id) was sent again before its answer")
        }
        attempts.append(
            CallAttempt(
                number: attempts.count, customer: customer, call: call, token: token,
                requestID: fault == .freshRequestIDs ? "\(attempts.count)" : requestID, id: id))
        let attempt = attempts[attempts.count - 1]
        customer.attempt = attempt
        agenda.plan(.callEnd(attempt, .unknown(retryAfter: nil)), at: now + Self.deadline)
        report.calls += 1
        attempt.epoch = gateway.ledger.epoch
        if fault == .neverReleases, call == .release { return agenda.plan(.callEnd(attempt, .done), at: now) }
        if fault == .trustsCountdown, call == .read, var lock = customer.machine.lock {
            lock.state = .expired
            return agenda.plan(.callEnd(attempt, .lock(lock)), at: now)
        }
        let link = clients[customer.client].link
        switch link.state(at: now) {
        case .good, .noStreams: travel(attempt, link)
        case .refusing: agenda.plan(.callEnd(attempt, .unknown(retryAfter: nil)), at: now + link.latency)
        case .stalled: agenda.plan(.call(attempt), at: link.recovers + link.latency)
        case .blackHole: break
        }
    }

    private func travel(_ attempt: CallAttempt, _ link: SimulatedLink) {
        let arrives = now + link.latency + span(0, 5)
        guard !isCalm, link.misfortune > 0 else { return agenda.plan(.call(attempt), at: arrives) }
        switch random.below(20) {
        case 0: break
        case 1: agenda.plan(.callEnd(attempt, .unknown(retryAfter: nil)), at: now + span(0, 3_000))
        case 2, 3:
            agenda.plan(.call(attempt), at: arrives)
            agenda.plan(.call(attempt), at: arrives + span(0, 3_000))
        case 4: agenda.plan(.call(attempt), at: arrives + span(0, 15_000))
        case 5:
            // The connection breaks while the request is on its way.
            agenda.plan(.call(attempt), at: arrives)
            agenda.plan(.callEnd(attempt, .unknown(retryAfter: .milliseconds(500))), at: now + span(0, 600))
        case 6: agenda.plan(.callEnd(attempt, .failed(message: "too many requests")), at: arrives)
        default: agenda.plan(.call(attempt), at: arrives)
        }
    }

    // MARK: At the gateway

    func judge(_ attempt: CallAttempt) {
        let latency = clients[attempt.customer.client].link.latency
        guard gateway.isUp else {
            return agenda.plan(.callEnd(attempt, .unknown(retryAfter: nil)), at: now + latency)
        }
        gateway.run(at: now)
        let secret = TokenSecret(high: random.next(), low: random.next())
        guard let request = SimulatedGateway.request(attempt, secret: secret) else { return }
        gateway.ledger.submit(request)
        planCommit()
    }

    /// Answers of a commit leave.
    func answer(_ answers: [SimulatedAnswer]) {
        for answer in answers {
            if case .sale(let sale) = answer.outcome { soldEver.insert(SimulatedGateway.name(sale)) }
            guard let caller = answer.request?.caller else {
                if answer.request != nil { buyers.answered(answer) }
                continue
            }
            let attempt = attempts[caller]
            if answer.isChange, attempt.call.kind == .lock { report.locks += 1 }
            if answer.isChange, attempt.call.kind == .confirm { report.sales += 1 }
            let customer = attempt.customer
            let isOpen = customer.machine.isOpen(attempt.id)
            if answer.isChange, !isOpen, customer.ended.contains(attempt.id) || customer.attempt?.isOver != false {
                customer.isHaunted = true
            }
            // Refusals are not kept: a copy of a refused call that comes later may be done.
            if case .refused = answer.outcome { customer.refused.insert(attempt.id) }
            if answer.isChange, customer.refused.contains(attempt.id) { customer.isHaunted = true }
            attempt.epoch = gateway.ledger.epoch
            let link = clients[customer.client].link
            if !isCalm, link.misfortune > 0, random.oneIn(10) { continue }
            agenda.plan(
                .callEnd(attempt, gateway.result(of: answer, to: attempt.call)), at: now + link.latency + span(0, 5))
        }
    }

    // MARK: Back at the client

    func end(_ attempt: CallAttempt, _ told: CallResult) throws {
        var result = told
        let client = clients[attempt.customer.client]
        let isFromGateway = Self.isFromGateway(result)
        if isFromGateway {
            switch client.link.state(at: now) {
            case .good, .noStreams: break
            case .stalled: return agenda.plan(.callEnd(attempt, result), at: client.link.recovers)
            case .refusing, .blackHole: return
            }
        }
        let customer = attempt.customer
        guard !attempt.isOver, !customer.isGone else { return }
        attempt.isOver = true
        if case .unknown = told { report.unknowns += 1 }
        if isFromGateway {
            customer.epoch = attempt.epoch
            let mapEpoch = client.machine.replica.position.epoch
            if attempt.epoch != gateway.ledger.epoch, mapEpoch != attempt.epoch { customer.isHaunted = true }
        } else if fault == .guessesUnknown {
            result = .failed(message: "no answer")
        } else if fault == .guessesSale, case .confirm(let order) = attempt.call {
            result = .sale(
                SeatSale(
                    saleID: "guessed", lockID: "", showID: "S1", holder: customer.holder, orderRef: order, seats: [],
                    soldAt: Timestamp(nanoseconds: 0), seq: 0, late: false))
        }
        let before = customer.machine.remaining(now: localTime(client))
        let oldDeadline = customer.machine.lock?.expiresAt
        let oldToken = customer.machine.lock?.token
        customer.machine.callEnded(
            attempt.id, result, on: map(of: client), now: localTime(client), using: &customer.generator)
        let after = customer.machine.remaining(now: localTime(client))
        if let before, let after, let oldDeadline, let lock = customer.machine.lock, lock.token == oldToken,
            lock.expiresAt <= oldDeadline, abs(after.nanoseconds - before.nanoseconds) > 1_000_000
        {
            throw failure("\(customer.holder): the countdown jumped from \(before) to \(after)")
        }
        try perform(customer)
        if attempt.epoch == gateway.ledger.epoch, isFromGateway { try checkEnd(customer) }
    }

    private static func isFromGateway(_ result: CallResult) -> Bool {
        switch result {
        case .lock, .sale, .done, .refused: true
        case .failed, .unknown: false
        }
    }
}

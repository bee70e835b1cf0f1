/// LockBestSeats, and the judgement of a choice of seats as a whole.
extension ShowState {
    func decideLockBestSeats(
        _ holder: String, _ query: SeatQuery, _ ttl: TimeSpan?, _ secret: TokenSecret, _ now: Timestamp
    ) throws(Refusal) -> Decision {
        var faults = FaultList()
        faults.add(TextRules.idFault(holder, field: "holder"))
        for fault in query.faults + query.faults(in: hall.hall) { faults.add(fault) }
        checkTTL(ttl, &faults)
        try faults.check()
        try checkSales(now)
        try checkLimits(query.count, holder: holder, holding: 0)
        var first = query
        first.limit = 1
        let suggester = SeatSuggester(
            hall: hall, policy: show.policy, prices: basePrices, states: states, query: first)
        guard let best = suggester.proposals().first else { throw .noSeats }
        let held = best.seats.compactMap(hall.seatIndex).map { seat in
            HeldSeat(seat: Int32(seat), amount: price(ofSeat: seat))
        }
        let expiresAt = now + (ttl ?? show.policy.defaultTTL)
        return .commit(
            [.locked(secret: secret, holder: holder, seats: held, expiresAt: expiresAt)], reply: .newLock)
    }

    /// Pairs and the orphan rule, for seats that are available or those of the lock that changes (`instead`).
    func checkSeating(_ seats: [Int32], instead own: [Int32]) throws(Refusal) {
        let judge = SeatJudge(hall: hall, policy: show.policy, states: states, own: own)
        guard let fault = judge.fault(of: seats) else { return }
        let repair = judge.repair(of: seats, fault).map { judge.proposal($0.map(hall.runs.place)) }
        switch fault {
        case .orphans(let alone): throw .orphanSeat(codes(alone), suggestion: repair)
        case .splitPair(let halves): throw .splitPair(codes(halves), suggestion: repair)
        }
    }
}

extension Policy {
    func checkLock(of count: Int) throws(Refusal) {
        if count > maxSeatsPerLock {
            throw .tooManySeats(limit: maxSeatsPerLock, policy: "max_seats_per_lock")
        }
    }
}

extension Show {
    /// What the zones of a hall's list cost; empty for a show without prices.
    func basePrices(in hall: Hall) -> [SeatAmount?] {
        var known: [String: SeatAmount] = [:]
        for price in prices where price.ticketType.isEmpty {
            known[price.zoneID] = SeatAmount(currencyCode: price.currencyCode, amountMinor: price.amountMinor)
        }
        return known.isEmpty ? [] : hall.zones.map { known[$0.zoneID] }
    }

    /// SuggestSeats: seats for a party, best first, each of which a lock would be given now. `states` is one wire byte a
    /// seat. Refused where every lock would be: a faulty question, closed sales, more seats than a lock may have.
    public func proposals(
        _ query: SeatQuery, in hall: HallRevision, states: [UInt8], now: Timestamp
    ) throws(Refusal) -> [SeatSuggestion] {
        var faults = FaultList()
        for fault in query.faults + query.faults(in: hall.hall) { faults.add(fault) }
        try faults.check()
        if let reason = salesClosedReason(now: now) { throw .salesClosed(reason) }
        try policy.checkLock(of: query.count)
        return SeatSuggester(
            hall: hall, policy: policy, prices: basePrices(in: hall.hall), states: states, query: query
        ).proposals()
    }
}

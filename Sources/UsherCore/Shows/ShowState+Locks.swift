/// LockSeats, ChangeLock, RenewLock, GetLock.
extension ShowState {
    func decideLockSeats(
        _ holder: String, _ codes: [String], _ ttl: TimeSpan?, _ secret: TokenSecret, _ now: Timestamp
    ) throws(Refusal) -> Decision {
        var faults = FaultList()
        faults.add(TextRules.idFault(holder, field: "holder"))
        if codes.isEmpty { faults.add("seats", "must name at least one seat") }
        checkTTL(ttl, &faults)
        let named = named(codes, field: "seats", &faults)
        try faults.check()
        try named.check()
        try checkSales(now)
        try checkLimits(named.seats.count, holder: holder, holding: 0)
        try checkRow(named.seats)
        try checkAvailable(named.seats)
        try checkSeating(named.seats, instead: [])
        let held = named.seats.map { HeldSeat(seat: $0, amount: price(ofSeat: Int($0))) }
        let expiresAt = now + (ttl ?? show.policy.defaultTTL)
        return .commit(
            [.locked(secret: secret, holder: holder, seats: held, expiresAt: expiresAt)], reply: .newLock)
    }

    /// A seat to add that the lock has already is no fault and no change; one to remove that it has not is unknown, as
    /// it is for a sale. Only what takes new seats needs open sales.
    func decideChangeLock(
        _ key: LockKey, _ add: [String], _ remove: [String], _ now: Timestamp
    ) throws(Refusal) -> Decision {
        var faults = FaultList()
        if add.isEmpty && remove.isEmpty { faults.add("add", "name at least one seat to add or to remove") }
        let adding = named(add, field: "add", &faults)
        let removing = named(remove, field: "remove", &faults)
        let removed = Set(removing.seats)
        if !removed.isDisjoint(with: adding.seats) {
            for (position, code) in add.enumerated() where remove.contains(code) {
                faults.add("add[\(position)]", "\(code) is to be removed too")
            }
        }
        try faults.check()
        let lock = try openLock(key)
        try adding.check()
        try removing.check()
        let has = Set(lock.seats.map(\.seat))
        let foreign = removing.seats.filter { !has.contains($0) }
        if !foreign.isEmpty { throw .seatUnknown(codes(foreign)) }
        let new = adding.seats.filter { !has.contains($0) }
        if new.isEmpty && removed.isEmpty { return .reply(.lock(lock.number)) }

        var after = lock.seats.filter { !removed.contains($0.seat) }
        after += new.map { HeldSeat(seat: $0, amount: price(ofSeat: Int($0))) }
        if after.isEmpty {
            throw .fields([FieldFault("remove", "would leave the lock empty; release it instead")])
        }
        if !new.isEmpty { try checkSales(now) }
        let seats = after.map(\.seat)
        try checkLimits(seats.count, holder: lock.holder, holding: lock.seats.count)
        try checkRow(seats)
        try checkAvailable(new)
        try checkSeating(seats, instead: Array(has))
        return .commit([.lockChanged(lock: lock.number, seats: after)], reply: .lock(lock.number))
    }

    /// The deadline becomes max(old, min(now + ttl, start + max_lock_time)). A renewal that would end no later than the
    /// deadline leaves the lock as it is, also at the cap; one that asks for more than the cap allows is refused only
    /// where the deadline stands there already.
    func decideRenewLock(_ key: LockKey, _ ttl: TimeSpan?, _ now: Timestamp) throws(Refusal) -> Decision {
        var faults = FaultList()
        checkTTL(ttl, &faults)
        try faults.check()
        let lock = try openLock(key)
        let wanted = now + (ttl ?? show.policy.defaultTTL)
        if wanted <= lock.expiresAt { return .reply(.lock(lock.number)) }
        let cap = lock.startedAt + show.policy.maxLockTime
        if lock.expiresAt >= cap { throw .renewLimit }
        return .commit([.lockRenewed(lock: lock.number, expiresAt: min(wanted, cap))], reply: .lock(lock.number))
    }

    /// A closed lock can be read for 24 hours.
    func decideGetLock(_ key: LockKey, _ now: Timestamp) throws(Refusal) -> Decision {
        let lock = try lock(of: key)
        if let closedAt = lock.closedAt, now >= closedAt + Limits.closedLockRetention { throw .lockUnknown }
        return .reply(.lock(lock.number))
    }

    /// The lock of a command that only a held lock obeys.
    func openLock(_ key: LockKey) throws(Refusal) -> Lock {
        let lock = try lock(of: key)
        switch lock.state {
        case .held: return lock
        case .paying: throw .lockFixed("the lock is being paid")
        case .confirmed: throw .lockFixed("the lock is confirmed")
        case .released, .expired: throw .lockLost(unavailable(lock.seats))
        }
    }

    func checkSales(_ now: Timestamp) throws(Refusal) {
        if let reason = show.salesClosedReason(now: now) { throw .salesClosed(reason) }
    }

    /// The show's policy for a lock of so many seats, of a holder whose lock has `holding` of them now.
    func checkLimits(_ count: Int, holder: String, holding: Int) throws(Refusal) {
        try show.policy.checkLock(of: count)
        if let limit = show.policy.maxSeatsPerHolder, holderCounts[holder, default: 0] - holding + count > limit {
            throw .tooManySeats(limit: limit, policy: "max_seats_per_holder")
        }
    }

    private func checkRow(_ seats: [Int32]) throws(Refusal) {
        guard show.policy.sameRowOnly, let first = seats.first else { return }
        let row = hall.row(ofSeat: Int(first))
        if seats.contains(where: { hall.row(ofSeat: Int($0)) != row }) { throw .notSameRow }
    }

    private func checkAvailable(_ seats: [Int32]) throws(Refusal) {
        guard !seats.allSatisfy(isAvailable) else { return }
        throw .seatTaken(codes(seats.filter { !isAvailable($0) }))
    }
}

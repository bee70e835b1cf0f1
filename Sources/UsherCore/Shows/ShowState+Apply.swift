extension ShowState {
    /// Does what a record says: one that `decide` or `expirations` made on this very state, or one from the log. Traps
    /// only on our own bugs, and prints where the show stands.
    @discardableResult
    public mutating func apply(_ record: ShowRecord) -> Applied {
        precondition(record.index == logIndex + 1, "record \(record) out of order; \(standing)")
        precondition(record.at >= lastCommitAt, "record \(record) goes back in time; \(standing)")
        logIndex = record.index
        lastCommitAt = record.at
        var applied = Applied()
        switch record.event {
        case .created(let new):
            precondition(record.index == 1, "a show made twice: \(record); \(standing)")
            setShow(new)
            applied.show = new
        case .updated(let new):
            setShow(new)
            applied.show = new
        case .locked(let secret, let holder, let seats, let expiresAt):
            applyLocked(record, secret, holder, seats, expiresAt, &applied)
        case .lockChanged(let lock, let seats):
            applyLockChanged(lock, seats, &applied)
        case .lockRenewed(let lock, let expiresAt):
            setDeadline(lock, expiresAt)
        case .paymentBegan(let lock, let expiresAt):
            setDeadline(lock, expiresAt)
            openLocks[lock]!.state = .paying
            graced.remove(lock)
        case .paymentEnded(let lock):
            precondition(openLocks[lock] != nil, "record \(record): the lock is not open; \(standing)")
            openLocks[lock]!.state = .held
            graced.remove(lock)
        case .confirmed(let lock, let holder, let orderRef, let seats, let late):
            applyConfirmed(record, lock, holder, orderRef, seats, late, &applied)
        case .released(let lock):
            applyGivenUp(lock, .released, &applied)
        case .expired(let lock):
            applyGivenUp(lock, .expired, &applied)
        case .refunded(let sale, let holder, let seats):
            applyRefunded(sale, holder, seats, &applied)
        case .blocked(let seats, _):
            for seat in seats { move(seat, from: .available, to: .blocked, owner: 0, &applied) }
            seq += 1
        case .unblocked(let seats, _):
            for seat in seats { move(seat, from: .blocked, to: .available, owner: 0, &applied) }
            seq += 1
        }
        dropStaleDeadlines()
        return applied
    }

    /// Where the show stands, for the message of a trap.
    var standing: String {
        "show \(show.showID), log index \(logIndex), seq \(seq), last commit \(lastCommitAt.nanoseconds), "
            + "\(openLocks.count) open locks"
    }

    private mutating func move(
        _ seat: Int32, from old: SeatState, to new: SeatState, owner: UInt64, _ applied: inout Applied
    ) {
        let index = Int(seat)
        precondition(states[index] == old.rawValue, "seat \(seat) is \(states[index]), not \(old); \(standing)")
        states[index] = new.rawValue
        owners[index] = owner
        tally.move(zone: hall.zone(ofSeat: index), from: old, to: new)
        applied.changes.append(SeatChange(seat, new))
    }

    private mutating func count(_ holder: String, _ seats: Int) {
        guard seats != 0 else { return }
        let count = holderCounts[holder, default: 0] + seats
        precondition(count >= 0, "holder \(holder) has \(count) seats; \(standing)")
        holderCounts[holder] = count == 0 ? nil : count
    }

    private mutating func applyLocked(
        _ record: ShowRecord, _ secret: TokenSecret, _ holder: String, _ seats: [HeldSeat], _ expiresAt: Timestamp,
        _ applied: inout Applied
    ) {
        seq += 1
        applied.changes.reserveCapacity(seats.count)
        for seat in seats { move(seat.seat, from: .available, to: .locked, owner: record.index, &applied) }
        count(holder, seats.count)
        openLocks[record.index] = Lock(
            number: record.index, secret: secret, holder: holder, seats: seats, startedAt: record.at,
            expiresAt: expiresAt, seq: seq)
        deadlines.push(DeadlineHeap.Entry(deadline: expiresAt, key: record.index))
    }

    private mutating func applyLockChanged(_ number: UInt64, _ seats: [HeldSeat], _ applied: inout Applied) {
        guard let old = openLocks[number] else { preconditionFailure("lock \(number) is not open; \(standing)") }
        seq += 1
        let before = Set(old.seats.map(\.seat))
        let after = Set(seats.map(\.seat))
        for seat in old.seats where !after.contains(seat.seat) {
            move(seat.seat, from: .locked, to: .available, owner: 0, &applied)
        }
        for seat in seats where !before.contains(seat.seat) {
            move(seat.seat, from: .available, to: .locked, owner: number, &applied)
        }
        count(old.holder, seats.count - old.seats.count)
        openLocks[number]!.seats = seats
        openLocks[number]!.seq = seq
    }

    private mutating func applyConfirmed(
        _ record: ShowRecord, _ number: UInt64, _ holder: String, _ orderRef: String, _ seats: [HeldSeat],
        _ late: Bool, _ applied: inout Applied
    ) {
        seq += 1
        for seat in seats {
            move(seat.seat, from: late ? .available : .locked, to: .sold, owner: record.index, &applied)
        }
        if late { count(holder, seats.count) }
        let sale = Sale(
            number: record.index, lockNumber: number, holder: holder, orderRef: orderRef, seats: seats,
            soldAt: record.at, seq: seq, late: late)
        sales.insert(sale)
        applied.sale = sale
        if late && closedLocks[number] == nil {
            closedLocks.confirm(
                number, RecentlyClosed.Confirmation(sale: record.index, at: record.at, seq: seq))
            return
        }
        guard var lock = late ? closedLocks[number] : openLocks.removeValue(forKey: number) else {
            preconditionFailure("record \(record): the lock is not there; \(standing)")
        }
        lock.state = .confirmed
        lock.saleNumber = record.index
        close(&lock, &applied)
    }

    private mutating func applyGivenUp(_ number: UInt64, _ state: LockState, _ applied: inout Applied) {
        guard var lock = openLocks.removeValue(forKey: number) else {
            preconditionFailure("lock \(number) is not open; \(standing)")
        }
        seq += 1
        for seat in lock.seats { move(seat.seat, from: .locked, to: .available, owner: 0, &applied) }
        count(lock.holder, -lock.seats.count)
        lock.state = state
        close(&lock, &applied)
    }

    private mutating func close(_ lock: inout Lock, _ applied: inout Applied) {
        lock.closedAt = lastCommitAt
        lock.seq = seq
        graced.remove(lock.number)
        closedLocks.close(lock)
        applied.closedLock = lock
    }

    private mutating func applyRefunded(
        _ number: UInt64, _ holder: String, _ seats: [HeldSeat], _ applied: inout Applied
    ) {
        seq += 1
        for seat in seats { move(seat.seat, from: .sold, to: .available, owner: 0, &applied) }
        count(holder, -seats.count)
        applied.sale = sales.refund(number, Refund(seats: seats, refundedAt: lastCommitAt), seq: seq)
    }

    mutating func setDeadline(_ number: UInt64, _ expiresAt: Timestamp) {
        guard let old = openLocks[number]?.expiresAt else {
            preconditionFailure("lock \(number) is not open; \(standing)")
        }
        guard old != expiresAt else { return }
        openLocks[number]!.expiresAt = expiresAt
        deadlines.push(DeadlineHeap.Entry(deadline: expiresAt, key: number))
    }

    /// Keeps the earliest deadline a true one, and the heap no larger than twice what it needs.
    mutating func dropStaleDeadlines() {
        if deadlines.count > 2 * openLocks.count + 64 {
            deadlines = DeadlineHeap(
                openLocks.values.map { DeadlineHeap.Entry(deadline: $0.expiresAt, key: $0.number) })
        }
        while let first = deadlines.first, openLocks[first.key]?.expiresAt != first.deadline { deadlines.popFirst() }
    }
}

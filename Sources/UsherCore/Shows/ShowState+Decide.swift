extension ShowState {
    /// What the command would do now. Pure: the caller appends the events, applies them, then answers.
    ///
    /// Time: `now` is taken as at least the last commit's. A lock whose deadline is at or before it is expired, applied
    /// or not: where `expirations(now:)` is not empty, the command is judged on the show after them, and they stand in
    /// front of the events to commit. Then also a read commits (so that its subject is what the answer says). A
    /// refusal commits nothing, not even them. The ledger applies expirations as records of their own first, and then
    /// never meets this.
    ///
    /// Locks and sales that are not in memory are unknown here: see `missing(for:)`.
    public func decide(_ command: ShowCommand, now: Timestamp) -> Decision {
        let now = effectiveNow(now)
        let overdue = expirations(now: now)
        guard overdue.isEmpty else { return decide(command, now: now, after: overdue) }
        do {
            return switch command {
            case .lockSeats(let holder, let seats, let ttl, let secret):
                try decideLockSeats(holder, seats, ttl, secret, now)
            case .lockBestSeats(let holder, let query, let ttl, let secret):
                try decideLockBestSeats(holder, query, ttl, secret, now)
            case .changeLock(let key, let add, let remove): try decideChangeLock(key, add, remove, now)
            case .renewLock(let key, let ttl): try decideRenewLock(key, ttl, now)
            case .beginPayment(let key): try decideBeginPayment(key, now)
            case .endPayment(let key): try decideEndPayment(key)
            case .confirmLock(let key, let orderRef): try decideConfirmLock(key, orderRef, now)
            case .releaseLock(let key): try decideReleaseLock(key)
            case .getLock(let key): try decideGetLock(key, now)
            case .refundSale(let number, let seats, let all): try decideRefundSale(number, seats, all)
            case .getSale(let number): try decideGetSale(number)
            case .updateShow(let show, let fields, let version): try decideUpdateShow(show, fields, version)
            case .blockSeats(let seats, let reason): try decideBlockSeats(seats, reason)
            case .unblockSeats(let seats, let reason): try decideUnblockSeats(seats, reason)
            case .getShow: .reply(.show)
            }
        } catch {
            return .refuse(error)
        }
    }

    /// One `.expired` for each open lock whose deadline is at or before `now`, in the order of the deadlines.
    public func expirations(now: Timestamp) -> [ShowEvent] {
        let due = deadlines.due(effectiveNow(now))
        guard !due.isEmpty else { return [] }
        var events: [ShowEvent] = []
        var last: DeadlineHeap<UInt64>.Entry?
        for entry in due where entry != last && openLocks[entry.key]?.expiresAt == entry.deadline {
            events.append(.expired(lock: entry.key))
            last = entry
        }
        return events
    }

    private func decide(_ command: ShowCommand, now: Timestamp, after overdue: [ShowEvent]) -> Decision {
        var later = self
        for event in overdue { later.apply(ShowRecord(index: later.logIndex + 1, at: now, event: event)) }
        switch later.decide(command, now: now) {
        case .commit(let events, let reply): return .commit(overdue + events, reply: reply)
        case .reply(let reply): return .commit(overdue, reply: reply)
        case .refuse(let refusal): return .refuse(refusal)
        }
    }
}

/// What the commands share.
extension ShowState {
    /// The seats named, as far as the hall has them.
    struct NamedSeats {
        var seats: [Int32] = []
        var unknown: [String] = []
        /// How many more are unknown than are listed.
        var moreUnknown = 0

        func check() throws(Refusal) {
            if !unknown.isEmpty { throw .seatUnknown(unknown, more: moreUnknown) }
        }
    }

    /// Reads a list of seat codes; malformed and repeated ones become faults. Of many unknown
    /// ones the first thousand are listed.
    func named(_ codes: [String], field: String, _ faults: inout FaultList) -> NamedSeats {
        var result = NamedSeats()
        result.seats.reserveCapacity(codes.count)
        // A few seats are compared with each other; many are looked up.
        var seen: Set<Int32>? = codes.count > 16 ? [] : nil
        var seenUnknown: Set<String> = []
        for (position, code) in codes.enumerated() {
            if let index = hall.seatIndex(code) {
                let seat = Int32(index)
                let isNew = seen?.insert(seat).inserted ?? !result.seats.contains(seat)
                if isNew {
                    result.seats.append(seat)
                } else {
                    faults.add("\(field)[\(position)]", "\(code) is named twice")
                }
            } else if result.unknown.count == Limits.unknownSeats {
                // Refused whatever follows, and the show's other requests wait meanwhile: no more than a count is worth it.
                result.moreUnknown += 1
            } else if !TextRules.isSeatCode(code) {
                faults.add("\(field)[\(position)]", "must be 1 to 64 characters without control characters")
            } else if seenUnknown.insert(code).inserted {
                result.unknown.append(code)
            } else {
                faults.add("\(field)[\(position)]", "\(code) is named twice")
            }
        }
        return result
    }

    /// The lock of a token; a wrong secret knows no lock.
    func lock(of key: LockKey) throws(Refusal) -> Lock {
        guard let lock = lock(key.number), lock.secret.isSame(as: key.secret) else { throw .lockUnknown }
        return lock
    }

    func codes(_ seats: some Sequence<Int32>) -> [String] {
        seats.map { hall.code(ofSeat: Int($0)) }
    }

    /// A ttl that is given must be 1 s to the policy's longest lock.
    func checkTTL(_ ttl: TimeSpan?, _ faults: inout FaultList) {
        faults.add(ttl.flatMap(show.policy.fault(ofTTL:)))
    }
}

extension TimeSpan {
    /// Whole seconds, for descriptions.
    var inSeconds: Int64 { nanoseconds / 1_000_000_000 }
}

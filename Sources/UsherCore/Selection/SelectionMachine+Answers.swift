/// What the gateway's answers mean.
extension SelectionMachine {
    /// An attempt of the call `id` ended. Calls that are no longer open are not heard.
    public mutating func callEnded(
        _ id: Int, _ result: CallResult, on map: SelectionMap?, now: Int64,
        using generator: inout some RandomNumberGenerator
    ) {
        guard let open = pending, open.id == id, open.repeatsAt == nil else { return }
        if let map { take(map) }
        switch result {
        case .unknown(let pause): return repeatLater(after: pause, now, &generator)
        case .failed(let message):
            // Turned away, but an attempt before may have been done: that is still to be found out.
            if open.isUnknown || (isClosed && open.endsLock) || (open.guards && open.isOwn) {
                return repeatLater(after: nil, now, &generator)
            }
            if open.isOwn { return postpone(open, now) }
            dropPending(.failed(message: message))
            if open.guards { ask(now, &generator, guards: true) }
        case .refused(let refusal):
            pending = nil
            refused(open, refusal, map, now, &generator)
            // Refused was this call; the one before may have been done.
            if open.guards, !isClosed, pending == nil, standing.isOpen { ask(now, &generator, guards: true) }
        case .lock(let new):
            pending = nil
            told(new, open, map, now, &generator)
        case .sale(let new):
            pending = nil
            sold(new, map)
            end(open, .sold(new))
        case .done:
            pending = nil
            released(now)
            end(open, .released)
        }
        if let map, !isClosed { review(map, now, &generator) }
        if pending == nil, standing.isOpen, asksAt == nil { schedule(now) }
    }

    // MARK: Good answers

    private mutating func told(
        _ new: SeatLock, _ open: PendingCall, _ map: SelectionMap?, _ now: Int64,
        _ generator: inout some RandomNumberGenerator
    ) {
        guard new.showID == showID else {
            return end(
                open, .refused(SelectionRefusal("LOCK_UNKNOWN", message: "the lock is of show \(new.showID)")))
        }
        let old = lock
        clock.heard(new.serverTime, sentAt: open.sentAt, receivedAt: now)
        adopt(new, open, map, now)
        if open.call.kind == .renew, open.isOwn, let old, new.expiresAt <= old.expiresAt { endRenewal(.limit) }
        guard open.thenRelease else { return end(open, .lock(new)) }
        guard standing.isOpen else {
            seats = []
            return end(open, .released)
        }
        // The same id: those who wait for the lock wait for its end now.
        var release = newCall(.release, &generator)
        release.id = open.id
        self.open(release, now)
    }

    private mutating func adopt(_ new: SeatLock, _ open: PendingCall, _ map: SelectionMap?, _ now: Int64) {
        let oldSeats = standing.isOpen ? lock?.seats ?? [] : []
        let isRaised = lock?.token != new.token || (lock?.expiresAt).map { new.expiresAt > $0 } ?? true
        lock = new
        uncertain = []
        mayBePaid = false
        lockEpoch = map?.position.epoch
        standing =
            switch new.state {
            case .held: .held
            case .paying: .paying
            case .confirmed: .sold
            case .released: .released
            case .expired: .expired
            // Of a newer gateway: what is known stays.
            case nil: standing == .none ? .held : standing
            }
        if let deadline = clock.localTime(of: new.expiresAt) {
            if isRaised || countdown == nil {
                countdown = Countdown(deadline: deadline, now: now)
            } else {
                countdown?.correct(deadline, now: now)
            }
        }
        schedule(now)
        remember(oldSeats, now)
        switch open.call.kind {
        case .lock, .change: choose(new.seats)
        case .read where open.attaches: choose(new.seats)
        case _ where standing == .sold: choose(new.seats)
        case .renew, .beginPayment, .endPayment, .confirm, .release, .read:
            // Changed by somebody else who has the token: the wish follows, and what was chosen beside the lock stays.
            let added = new.seats.filter { !oldSeats.contains($0) && standing.isOpen }
            let removed = oldSeats.filter { !new.seats.contains($0) }
            guard !added.isEmpty || !removed.isEmpty else { break }
            choose(seats.map(\.code).filter { !removed.contains($0) && !added.contains($0) } + added)
        }
    }

    /// Seats that the lock let go look locked on a map that has not seen it.
    private mutating func remember(_ oldSeats: [String], _ now: Int64) {
        guard let lock else { return }
        let freed = standing.isOpen || standing == .sold ? oldSeats.filter { !lock.seats.contains($0) } : lock.seats
        for code in freed { echoes[code] = Echo(seq: lock.seq, epoch: lockEpoch, until: now) }
        if standing.isOpen { for code in lock.seats { echoes[code] = nil } }
    }

    private mutating func choose(_ codes: [String]) {
        seats = codes.map { code in
            ChosenSeat(code: code, index: hall?.seatIndex(code).map(Int32.init))
        }
        lost.removeAll { codes.contains($0.code) }
    }

    private mutating func sold(_ new: SeatSale, _ map: SelectionMap?) {
        sale = new
        uncertain = []
        lock?.state = .confirmed
        // A change whose answer nobody heard may have made the lock another one.
        lock?.seats = new.seats
        standing = .sold
        stopClock()
        choose(new.seats)
    }

    private mutating func released(_ now: Int64) {
        lock?.state = .released
        over(.released, now)
        seats = []
    }

    // MARK: Refusals

    private mutating func refused(
        _ open: PendingCall, _ refusal: SelectionRefusal, _ map: SelectionMap?, _ now: Int64,
        _ generator: inout some RandomNumberGenerator
    ) {
        var outcome = CallOutcome.refused(refusal)
        switch (open.call.kind, refusal.reason) {
        case (.lock, _) where open.thenRelease:
            // Nothing was locked, so nothing is to be released.
            outcome = .released
        case (.lock, "SEAT_TAKEN"), (.change, "SEAT_TAKEN"): drop(taken(refusal.seats, map))
        case (.lock, "SEAT_UNKNOWN"), (.change, "SEAT_UNKNOWN"):
            drop(refusal.seats.filter { !isOwn($0) }.map { LostSeat(code: $0, reason: .gone) })
        case (.confirm, "LOCK_LOST"):
            over(.lost, now)
            drop(taken(refusal.seats, map))
            outcome = .lost(refusal.seats)
        case (.read, "LOCK_UNKNOWN") where open.attaches: break
        case (.release, "LOCK_UNKNOWN"):
            // There is nothing left to release.
            released(now)
            outcome = .released
        case (_, "LOCK_UNKNOWN"): over(.lost, now)
        case (_, "LOCK_LOST"):
            over(.expired, now)
            drop(taken(refusal.seats, map))
            end(open, outcome)
            // Whether it expired or was released, and since when, is for the gateway to say.
            if !isClosed { ask(now, &generator) }
            return
        case (.renew, _) where open.isOwn:
            endRenewal(refusal.reason == "RENEW_LIMIT" ? .limit : .refused)
            if refusal.reason == "LOCK_FIXED" { ask(now, &generator) }
        case (.renew, "RENEW_LIMIT"): endRenewal(.limit)
        case (_, "LOCK_FIXED"):
            // Somebody else who has the token pays or has confirmed.
            end(open, outcome)
            if !isClosed { ask(now, &generator) }
            return
        default: break
        }
        end(open, outcome)
    }

    /// The chosen among these seats, with what the map says of them.
    private func taken(_ codes: [String], _ map: SelectionMap?) -> [LostSeat] {
        codes.filter { code in seats.contains { $0.code == code } }.map { code in
            let state = map.flatMap { map in map.hall.seatIndex(code).flatMap { map.state(of: Int32($0)) } }
            guard let state, state != SeatState.available.rawValue, echoes[code] == nil else {
                return LostSeat(code: code, reason: .taken)
            }
            return LostSeat(code: code, reason: LostSeat.Reason(state: state))
        }
    }

    /// The lock is over; since which commit, nobody said.
    private mutating func over(_ standing: Standing, _ now: Int64) {
        let wasOpen = self.standing.isOpen
        self.standing = standing
        stopClock()
        guard wasOpen else { return }
        let until = now + Limits.freedWithin.nanoseconds
        for code in lock?.seats ?? [] { echoes[code] = Echo(seq: nil, epoch: nil, until: until) }
    }

    private mutating func stopClock() {
        countdown = nil
        asksAt = nil
        renewal.at = nil
    }

    /// A question of the machine's own was turned away: it is asked again later.
    private mutating func postpone(_ open: PendingCall, _ now: Int64) {
        pending = nil
        if open.call.kind == .renew { endRenewal(.refused) }
        if open.call.kind == .read { asksAt = now + Limits.longestResolvePause.nanoseconds }
    }

    private mutating func end(_ open: PendingCall, _ outcome: CallOutcome) {
        directives.append(.end(id: open.id, outcome))
    }
}

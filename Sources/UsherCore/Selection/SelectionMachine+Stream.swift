/// What the seat map's stream means for the selection and its lock.
extension SelectionMachine {
    /// The map is another now.
    public mutating func mapChanged(
        _ map: SelectionMap, now: Int64, using generator: inout some RandomNumberGenerator
    ) {
        guard !isClosed else { return }
        take(map)
        review(map, now, &generator)
    }

    /// Finds the seats again by their codes if the hall has another revision; those that it does not have are lost.
    mutating func take(_ map: SelectionMap) {
        guard hall !== map.hall else { return }
        hall = map.hall
        doubted = nil
        lastTap = nil
        var gone: [LostSeat] = []
        for place in seats.indices {
            seats[place].index = map.hall.seatIndex(seats[place].code).map(Int32.init)
            let code = seats[place].code
            // What the gateway holds or sold is not lost because a map does not show it.
            if seats[place].index == nil, !isOwn(code), !isDecided(code) {
                gone.append(LostSeat(code: code, reason: .gone))
            }
        }
        drop(gone)
    }

    /// Looks at the chosen seats and at the lock's on a map that may be behind the gateway's answers.
    mutating func review(
        _ map: SelectionMap, _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        echoes = echoes.filter { code, echo in
            guard Self.isEcho(echo, map, now), let seat = map.hall.seatIndex(code) else { return false }
            return map.state(of: Int32(seat)) == SeatState.locked.rawValue
        }
        drop(takenByOthers(map, now))
        doubt(map, now, &generator)
    }

    /// Chosen seats that somebody else has.
    private func takenByOthers(_ map: SelectionMap, _ now: Int64) -> [LostSeat] {
        guard standing != .sold else { return [] }
        return seats.compactMap { seat in
            guard !isOwn(seat.code), !isDecided(seat.code) else { return nil }
            guard let index = seat.index, let state = map.state(of: index) else {
                return LostSeat(code: seat.code, reason: .gone)
            }
            if state == SeatState.available.rawValue { return nil }
            if state == SeatState.locked.rawValue, Self.isEcho(echoes[seat.code], map, now) { return nil }
            return LostSeat(code: seat.code, reason: LostSeat.Reason(state: state))
        }
    }

    /// The map shows the lock's own seats as something else than locked, at a position that has seen the lock: it may
    /// be over, or be sold by somebody who has its token. The gateway is asked before anything is said.
    private mutating func doubt(
        _ map: SelectionMap, _ now: Int64, _ generator: inout some RandomNumberGenerator
    ) {
        guard standing.isOpen, let lock, pending == nil else { return }
        // Told before there was a map. One that has not come as far as the lock may be behind, or of another history: a
        // backup was restored meanwhile. The gateway's answer counts in the map's.
        let isOfUnknown = lockEpoch == nil && map.position.seq < lock.seq
        if !isOfUnknown, lockEpoch == nil { lockEpoch = map.position.epoch }
        let states = lock.seats.map { code in
            map.hall.seatIndex(code).flatMap { map.state(of: Int32($0)) } ?? 0
        }
        guard !isOfUnknown else {
            if doubted != states { ask(now, &generator) }
            doubted = states
            return
        }
        let sameHistory = lockEpoch == map.position.epoch
        guard !sameHistory || map.position.seq >= lock.seq else { return }
        guard !sameHistory || states.contains(where: { $0 != SeatState.locked.rawValue }) else {
            doubted = nil
            return
        }
        guard doubted != states || !sameHistory else { return }
        doubted = states
        // Positions of another history say nothing about the lock's: after the answer they count in the new one.
        ask(now, &generator)
    }

    /// Seats that the gateway holds or sold for the customer.
    func isOwn(_ code: String) -> Bool {
        (standing.isOpen || standing == .sold) && lock?.seats.contains(code) == true
    }

    /// The open call decides whose the seat is: until it ended, what the map says of it is no loss.
    func isDecided(_ code: String) -> Bool {
        guard let pending else { return false }
        if pending.guards { return true }
        // Any seat may be among those that it locks.
        if case .lockBest = pending.call { return true }
        return switch pending.call.kind {
        // It may sell late what the lock no longer holds.
        case .confirm: lock?.seats.contains(code) == true || uncertain.contains(code)
        case .lock, .change, .renew, .beginPayment, .endPayment, .release, .read: pending.call.decides(code)
        }
    }

    /// Takes seats out of the selection and tells.
    mutating func drop(_ seats: [LostSeat]) {
        guard !seats.isEmpty else { return }
        let codes = Set(seats.map(\.code))
        self.seats.removeAll { codes.contains($0.code) }
        lost.removeAll { codes.contains($0.code) }
        lost += seats
        if lost.count > Limits.lostSeats { lost.removeFirst(lost.count - Limits.lostSeats) }
        directives.append(.tell(.lost(seats)))
    }
}

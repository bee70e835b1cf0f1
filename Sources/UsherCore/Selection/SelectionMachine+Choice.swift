/// Choosing seats: local, at once, and never sent.
extension SelectionMachine {
    /// Toggles the seat with this index. A second tap on it within 200 ms counts with the first.
    public mutating func tap(_ index: Int, on map: SelectionMap?, now: Int64) -> TapOutcome {
        guard let map else { return .refused(.noMap) }
        take(map)
        guard (0..<map.hall.seatCount).contains(index) else { return .refused(.seatUnknown("\(index)")) }
        let code = map.hall.code(ofSeat: index)
        if let lastTap, lastTap.seats.contains(code), now - lastTap.at < Limits.doubleTap.nanoseconds {
            return .repeated
        }
        let isChosen = seats.contains { $0.code == code }
        let outcome = isChosen ? deselect(code, map) : select(code, map, now)
        lastTap = (Self.touched(outcome) ?? [code], now)
        return outcome
    }

    /// Chooses a seat by its code; chosen already, nothing changes.
    public mutating func select(_ code: String, on map: SelectionMap?, now: Int64) -> TapOutcome {
        guard let map else { return .refused(.noMap) }
        take(map)
        if let refusal = fixed() { return .refused(refusal) }
        return seats.contains { $0.code == code } ? .selected([]) : select(code, map, now)
    }

    /// Gives a seat back by its code; not chosen, nothing changes.
    public mutating func deselect(_ code: String, on map: SelectionMap?) -> TapOutcome {
        if let refusal = fixed() { return .refused(refusal) }
        if let map { take(map) }
        return seats.contains { $0.code == code } ? deselect(code, map) : .deselected([])
    }

    /// Gives all seats back, and forgets what was lost. A lock that is held stays until it is changed or released.
    public mutating func clear() -> TapOutcome {
        if let refusal = fixed() { return .refused(refusal) }
        let codes = seats.map(\.code)
        seats = []
        lost = []
        return .deselected(codes)
    }

    // MARK: Parts

    private mutating func select(_ code: String, _ map: SelectionMap, _ now: Int64) -> TapOutcome {
        if let refusal = fixed() { return .refused(refusal) }
        guard let index = map.hall.seatIndex(code) else { return .refused(.seatUnknown(code)) }
        switch rules(map).adding(Int32(index), to: choice(map, now)) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let added):
            let new = added.map { ChosenSeat(code: map.hall.code(ofSeat: Int($0)), index: $0) }
            seats += new
            lost.removeAll { seat in new.contains { $0.code == seat.code } }
            return .selected(new.map(\.code))
        }
    }

    private mutating func deselect(_ code: String, _ map: SelectionMap?) -> TapOutcome {
        if let refusal = fixed() { return .refused(refusal) }
        var removed = [code]
        if let map, let index = map.hall.seatIndex(code) {
            removed = rules(map).removing(Int32(index), from: seats.compactMap(\.index)).map {
                map.hall.code(ofSeat: Int($0))
            }
        }
        seats.removeAll { removed.contains($0.code) }
        return .deselected(removed)
    }

    /// Why nothing may be chosen now; nil if it may.
    private func fixed() -> SelectionRefusal? {
        if isClosed { return .closed }
        if let pending {
            switch pending.call.kind {
            case .lock, .change, .beginPayment, .endPayment, .confirm, .release: return .busy(pending.call.kind)
            case .read where pending.attaches: return .busy(.read)
            case .renew, .read: break
            }
        }
        switch standing {
        case .paying: return .lockFixed("the lock is being paid")
        case .sold: return .lockFixed("the seats are sold")
        case .none, .held, .lost, .expired, .released: return nil
        }
    }

    private static func touched(_ outcome: TapOutcome) -> [String]? {
        switch outcome {
        case .selected(let seats), .deselected(let seats): seats
        case .repeated, .nothing, .refused: nil
        }
    }

    func rules(_ map: SelectionMap) -> SelectionRules {
        var policy = map.policy
        // It may be another: whether somebody is left alone is the gateway's to say until the show was heard.
        if map.show == nil { policy.orphanRule = .off }
        return SelectionRules(hall: map.hall, policy: policy, otherSeats: otherSeats)
    }

    /// The chosen seats as the rules see them.
    func choice(_ map: SelectionMap, _ now: Int64) -> SelectionRules.Choice {
        let own = standing.isOpen ? Set(lock?.seats ?? []) : []
        let echoes = echoes
        let isFree = { (seat: Int32) -> Bool in
            guard let state = map.state(of: seat) else { return false }
            if state == SeatState.available.rawValue { return true }
            let code = map.hall.code(ofSeat: Int(seat))
            return own.contains(code) || (state == SeatState.locked.rawValue && Self.isEcho(echoes[code], map, now))
        }
        return SelectionRules.Choice(seats: seats.compactMap(\.index), isFree: isFree)
    }

    /// True for a seat that looks locked only because the map has not seen yet that the customer's own lock let it go.
    static func isEcho(_ echo: Echo?, _ map: SelectionMap, _ now: Int64) -> Bool {
        guard let echo else { return false }
        guard let seq = echo.seq else { return now < echo.until }
        // In another history the seat is locked because somebody has it there.
        return map.position.seq < seq && (echo.epoch ?? map.position.epoch) == map.position.epoch
    }
}

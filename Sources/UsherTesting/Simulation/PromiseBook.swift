import UsherCore

/// What the simulated server has answered so far, kept without any of the server's code: whoever was promised a seat
/// must have it, and nobody may be refused a seat that nobody has.
struct PromiseBook {
    private enum Claim: Equatable {
        case lock(UInt64)
        case sale(UInt64)
        case blocked
    }

    private var claims: [Int32: Claim] = [:]
    private var deadlines: [UInt64: Timestamp] = [:]
    private var paying: Set<UInt64> = []
    /// Deadlines before a restart raised them: no record keeps the raise, so the next restart begins from these.
    private var logged: [UInt64: Timestamp] = [:]
    /// The seats of each lock as last answered, open or over.
    private var lockSeats: [UInt64: [Int32]] = [:]
    private var confirmed: [UInt64: UInt64] = [:]
    private var requests: [String: UInt64] = [:]
    private var latest = Timestamp(nanoseconds: .min)

    /// A seat is had at `now` by a sale, a block, or a lock whose deadline lies ahead.
    private func holder(of seat: Int32, at now: Timestamp) -> Claim? {
        guard let claim = claims[seat] else { return nil }
        if case .lock(let number) = claim, let deadline = deadlines[number], deadline <= now { return nil }
        return claim
    }

    /// Takes an answered lock in; returns what is wrong with it.
    mutating func answered(_ lock: Lock, at now: Timestamp) -> String? {
        if let fault = advance(to: now) { return fault }
        let seats = lock.seats.map(\.seat)
        for (seat, claim) in claims where claim == .lock(lock.number) && !seats.contains(seat) { claims[seat] = nil }
        if lock.expiresAt != deadlines[lock.number] || lock.state != .paying { logged[lock.number] = lock.expiresAt }
        deadlines[lock.number] = lock.expiresAt
        lockSeats[lock.number] = seats
        if lock.state == .paying { paying.insert(lock.number) } else { paying.remove(lock.number) }
        guard lock.state.isOpen else {
            for seat in seats where claims[seat] == .lock(lock.number) { claims[seat] = nil }
            return nil
        }
        if lock.expiresAt <= now { return "lock \(lock.number) was answered as open after its deadline" }
        for seat in seats {
            if let claim = holder(of: seat, at: now), claim != .lock(lock.number) {
                return "lock \(lock.number) was given seat \(seat), which \(claim) has"
            }
            claims[seat] = .lock(lock.number)
        }
        return nil
    }

    /// Takes an answered sale in; returns what is wrong with it.
    mutating func answered(_ sale: Sale, at now: Timestamp) -> String? {
        if let fault = advance(to: now) { return fault }
        if let known = confirmed[sale.lockNumber], known != sale.number {
            return "lock \(sale.lockNumber) became sale \(known) and sale \(sale.number)"
        }
        confirmed[sale.lockNumber] = sale.number
        let seats = sale.seats.map(\.seat)
        for (seat, claim) in claims where claim == .sale(sale.number) && !seats.contains(seat) { claims[seat] = nil }
        for seat in seats {
            if let claim = holder(of: seat, at: now), claim != .lock(sale.lockNumber), claim != .sale(sale.number) {
                return "sale \(sale.number) has seat \(seat), which \(claim) has"
            }
            claims[seat] = .sale(sale.number)
        }
        return nil
    }

    /// Blocks or frees seats as an answered request said.
    mutating func answered(blocked seats: [Int32], _ isBlocked: Bool, at now: Timestamp) -> String? {
        if let fault = advance(to: now) { return fault }
        for seat in seats {
            if isBlocked {
                if let claim = holder(of: seat, at: now), claim != .blocked {
                    return "seat \(seat) was blocked, which \(claim) has"
                }
                claims[seat] = .blocked
            } else if claims[seat] == .blocked {
                claims[seat] = nil
            }
        }
        return nil
    }

    /// A refusal must be true as well: every seat that it names is had by somebody.
    mutating func refused(taken seats: [Int32], at now: Timestamp) -> String? {
        if let fault = advance(to: now) { return fault }
        for seat in seats where holder(of: seat, at: now) == nil {
            return "seat \(seat) was refused as taken, which nobody has"
        }
        return nil
    }

    /// `LOCK_LOST` of a confirm is true only if somebody else has a seat of the lock.
    mutating func refused(confirmOf lock: UInt64, at now: Timestamp) -> String? {
        if let fault = advance(to: now) { return fault }
        guard let seats = lockSeats[lock] else { return nil }
        if seats.allSatisfy({ holder(of: $0, at: now) == nil }) {
            return "the late confirm of lock \(lock) was refused, although its seats are free"
        }
        return nil
    }

    /// A request id names one result for ever.
    mutating func answered(request: String, with number: UInt64) -> String? {
        if let known = requests[request], known != number {
            return "request \(request) gave \(known), then \(number)"
        }
        requests[request] = number
        return nil
    }

    /// A committed expiry: never before the deadline that was answered last.
    mutating func expired(_ lock: UInt64, at now: Timestamp) -> String? {
        guard let deadline = deadlines[lock] else { return nil }
        if now < deadline { return "lock \(lock) expired \((deadline - now).nanoseconds) ns early" }
        paying.remove(lock)
        for (seat, claim) in claims where claim == .lock(lock) { claims[seat] = nil }
        return nil
    }

    /// The server came back at `now`, which may lie behind what it answered but not committed; paying locks that had not
    /// expired get their minute.
    mutating func restarted(at now: Timestamp) {
        latest = now
        for lock in paying {
            if let deadline = logged[lock] { deadlines[lock] = max(deadline, now + .seconds(60)) }
        }
    }

    /// The committed map must show what was answered. An overdue lock may still show until its expiry is committed.
    func contradicts(_ states: [UInt8]) -> String? {
        for (index, byte) in states.enumerated() {
            let claim = claims[Int32(index)]
            switch (claim, SeatState(rawValue: byte)) {
            case (.sale, .sold), (.blocked, .blocked), (nil, .available): continue
            case (.lock, .locked), (.lock, .available), (nil, .locked): continue
            default: return "seat \(index) shows \(byte), but \(claim.map { "\($0)" } ?? "nobody") has it"
            }
        }
        return nil
    }

    private mutating func advance(to now: Timestamp) -> String? {
        if now < latest { return "the show's time went back by \((latest - now).nanoseconds) ns" }
        latest = now
        return nil
    }
}

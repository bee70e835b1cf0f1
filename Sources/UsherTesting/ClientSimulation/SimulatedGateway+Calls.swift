import UsherCore

/// Lock calls as the gateway's services would judge and answer them.
extension SimulatedGateway {
    static func token(_ lock: Lock) -> String { "\(lock.number).\(lock.secret.high).\(lock.secret.low)" }

    static func key(_ token: String) -> LockKey? {
        let parts = token.split(separator: ".").compactMap { UInt64($0) }
        guard parts.count == 3 else { return nil }
        return LockKey(number: parts[0], secret: TokenSecret(high: parts[1], low: parts[2]))
    }

    /// nil for a token that is none.
    static func request(_ attempt: CallAttempt, secret: TokenSecret) -> SimulatedRequest? {
        var request: SimulatedRequest
        if case .lock(let seats, let ttl) = attempt.call {
            let holder = attempt.customer.holder
            request = SimulatedRequest(
                command: .lockSeats(holder: holder, seats: seats, ttl: ttl, secret: secret), id: attempt.requestID)
        } else if case .lockBest(let query, let ttl) = attempt.call {
            let holder = attempt.customer.holder
            request = SimulatedRequest(
                command: .lockBestSeats(holder: holder, query, ttl: ttl, secret: secret), id: attempt.requestID,
                scope: .lockBestSeats)
        } else {
            guard let key = key(attempt.token) else { return nil }
            switch attempt.call {
            case .lock, .lockBest: return nil
            case .change(let add, let remove):
                request = SimulatedRequest(
                    command: .changeLock(key, add: add, remove: remove), id: attempt.requestID, scope: .changeLock)
            case .renew(let ttl):
                request = SimulatedRequest(
                    command: .renewLock(key, ttl: ttl), id: attempt.requestID, scope: .renewLock)
            case .confirm(let order):
                request = SimulatedRequest(
                    command: .confirmLock(key, orderRef: order), id: attempt.requestID, scope: .confirmLock)
            case .beginPayment: request = SimulatedRequest(command: .beginPayment(key))
            case .endPayment: request = SimulatedRequest(command: .endPayment(key))
            case .release: request = SimulatedRequest(command: .releaseLock(key))
            case .read: request = SimulatedRequest(command: .getLock(key))
            }
        }
        request.caller = attempt.number
        return request
    }

    func result(of answer: SimulatedAnswer, to call: LockCall) -> CallResult {
        switch answer.outcome {
        case .lock(let lock):
            if call.kind == .release { return .done }
            return .lock(
                SeatLock(
                    lockID: "S1.\(lock.number)", token: Self.token(lock), showID: "S1", holder: lock.holder,
                    seats: codes(lock.seats), state: lock.state, expiresAt: lock.expiresAt, serverTime: answer.at,
                    seq: lock.seq))
        case .sale(let sale):
            return .sale(
                SeatSale(
                    saleID: Self.name(sale), lockID: "S1.\(sale.lockNumber)", showID: "S1", holder: sale.holder,
                    orderRef: sale.orderRef, seats: codes(sale.seats), soldAt: sale.soldAt, seq: sale.seq,
                    late: sale.late))
        case .refused(let refusal): return .refused(Self.refusal(refusal))
        case .unknown, .blocks, .expired: return .unknown(retryAfter: nil)
        }
    }

    /// Numbers are given again after a restored backup; this name is not.
    static func name(_ sale: Sale) -> String {
        "\(sale.number) of \(sale.lockNumber), \(sale.holder), \(sale.orderRef)"
    }

    private func codes(_ seats: [HeldSeat]) -> [String] {
        seats.map { ledger.hall.code(ofSeat: Int($0.seat)) }
    }

    private static func refusal(_ refusal: Refusal) -> SelectionRefusal {
        switch refusal {
        case .seatTaken(let seats): SelectionRefusal("SEAT_TAKEN", seats: seats, message: "")
        case .seatUnknown(let seats, _): SelectionRefusal("SEAT_UNKNOWN", seats: seats, message: "")
        case .lockLost(let seats): SelectionRefusal("LOCK_LOST", seats: seats, message: "")
        case .lockUnknown: SelectionRefusal("LOCK_UNKNOWN", message: "")
        case .lockFixed(let why): SelectionRefusal("LOCK_FIXED", message: why)
        case .noSeats: SelectionRefusal("NO_SEATS", message: "")
        case .renewLimit: SelectionRefusal("RENEW_LIMIT", message: "")
        case .tooManySeats(let limit, _): SelectionRefusal("TOO_MANY_SEATS", message: "", limit: limit)
        default: SelectionRefusal("OTHER", message: "\(refusal)")
        }
    }
}

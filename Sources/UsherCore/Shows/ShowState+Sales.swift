/// ConfirmLock, RefundSale, GetSale.
extension ShowState {
    /// An open lock becomes a sale, whatever the show's sales say. One that expired or was released becomes a late
    /// sale if every seat is available, until the show ends and at most for 24 hours.
    func decideConfirmLock(_ key: LockKey, _ orderRef: String, _ now: Timestamp) throws(Refusal) -> Decision {
        var faults = FaultList()
        if !TextRules.isPlain(orderRef, atMost: Limits.orderRefCharacters) {
            faults.add(
                "order_ref", "must be at most \(Limits.orderRefCharacters) characters without control characters")
        }
        try faults.check()
        let lock = try lock(of: key)
        switch lock.state {
        case .held, .paying:
            return confirm(lock, orderRef, late: false)
        case .confirmed:
            guard let number = lock.saleNumber else {
                preconditionFailure("confirmed lock \(lock.number) without a sale; \(standing)")
            }
            // The caller has brought the sale into memory; it cannot be gone.
            guard let sale = sale(number) else { throw .saleUnknown }
            guard sale.orderRef == orderRef else {
                throw .lockFixed("the lock is confirmed under another order_ref")
            }
            return .reply(.sale(number))
        case .released, .expired:
            let taken = unavailable(lock.seats)
            let closedAt = lock.closedAt ?? lock.expiresAt
            guard taken.isEmpty, now < show.endsAt, now < closedAt + Limits.closedLockRetention else {
                throw .lockLost(taken)
            }
            return confirm(lock, orderRef, late: true)
        }
    }

    private func confirm(_ lock: Lock, _ orderRef: String, late: Bool) -> Decision {
        .commit(
            [.confirmed(lock: lock.number, holder: lock.holder, orderRef: orderRef, seats: lock.seats, late: late)],
            reply: .newSale)
    }

    /// Seats refunded before are passed over, also where they are sold again; a seat that was never in the sale is
    /// unknown. Nothing left to refund: the sale as it is.
    func decideRefundSale(_ number: UInt64, _ seats: [String], _ all: Bool) throws(Refusal) -> Decision {
        var faults = FaultList()
        if seats.isEmpty && !all { faults.add("seats", "name the seats to refund, or set all") }
        if !seats.isEmpty && all { faults.add("all", "either some seats or all, not both") }
        let named = named(seats, field: "seats", &faults)
        try faults.check()
        guard let sale = sale(number) else { throw .saleUnknown }
        var refunded = sale.seats
        if !all {
            let wanted = Set(named.seats)
            var known = Set(sale.seats.map(\.seat))
            for refund in sale.refunds { known.formUnion(refund.seats.lazy.map(\.seat)) }
            let unknown = named.unknown + codes(named.seats.filter { !known.contains($0) })
            if !unknown.isEmpty { throw .seatUnknown(seats.filter(Set(unknown).contains), more: named.moreUnknown) }
            refunded = sale.seats.filter { wanted.contains($0.seat) }
        }
        if refunded.isEmpty { return .reply(.sale(number)) }
        return .commit(
            [.refunded(sale: number, holder: sale.holder, seats: refunded)], reply: .sale(number))
    }

    func decideGetSale(_ number: UInt64) throws(Refusal) -> Decision {
        guard sale(number) != nil else { throw .saleUnknown }
        return .reply(.sale(number))
    }
}
